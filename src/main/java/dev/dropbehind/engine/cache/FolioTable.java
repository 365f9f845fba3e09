package dev.dropbehind.engine.cache;

import dev.dropbehind.engine.memory.Cgroup;
import dev.dropbehind.engine.spec.Pages;
import java.util.Arrays;

/**
 * All folios of the machine, as rows of arrays that nobody else sees.
 *
 * <p>A row stands for one to 32 <em>siblings</em>: folios that follow each other in one mapping, have the same order
 * and flags, the same users and the same list. Whoever wants to treat some of them differently splits the row first;
 * what the machine does must not depend on how many siblings a row may have.
 */
public final class FolioTable {

    /** No folio. */
    public static final int NONE = -1;

    /** The most folios of a row: a read-ahead window of 128 KiB is one row. */
    public static final int MAX_SIBLINGS = 32;

    private static final int FIRST_CAPACITY = 1024;

    private final int maxSiblings;
    private int[] mapping = new int[FIRST_CAPACITY];
    private int[] firstPage = new int[FIRST_CAPACITY];
    private byte[] siblings = new byte[FIRST_CAPACITY];
    private byte[] order = new byte[FIRST_CAPACITY];
    private byte[] cgroup = new byte[FIRST_CAPACITY];
    private short[] list = new short[FIRST_CAPACITY];
    private int[] flags = new int[FIRST_CAPACITY];
    private int[] users = new int[FIRST_CAPACITY];
    private int[] newer = new int[FIRST_CAPACITY];
    private int[] older = new int[FIRST_CAPACITY];
    private int[] rest = new int[FIRST_CAPACITY];
    private short[] expected = new short[FIRST_CAPACITY];
    private short[] sent = new short[FIRST_CAPACITY];
    private int rows;
    private int freeRow = NONE;
    private int liveRows;

    /**
     * Starts empty.
     *
     * @param maxSiblings the most folios a row may stand for, 1 to {@link #MAX_SIBLINGS}
     */
    public FolioTable(int maxSiblings) {
        if (maxSiblings < 1 || maxSiblings > MAX_SIBLINGS) {
            throw new IllegalArgumentException("siblings must be 1 to " + MAX_SIBLINGS + ": " + maxSiblings);
        }
        this.maxSiblings = maxSiblings;
    }

    /** Returns the most folios a row may stand for. */
    public int maxSiblings() {
        return maxSiblings;
    }

    /** Returns how many rows are in use. */
    public int liveRows() {
        return liveRows;
    }

    /** Makes a row of folios that are on no list and have no users. */
    int create(int mappingId, int page, int count, int folioOrder, int folioFlags) {
        int folio = freeRow;
        if (folio == NONE) {
            folio = rows++;
            growTo(rows);
        } else {
            freeRow = older[folio];
        }
        liveRows++;
        mapping[folio] = mappingId;
        firstPage[folio] = page;
        siblings[folio] = (byte) count;
        order[folio] = (byte) folioOrder;
        cgroup[folio] = Cgroup.ROOT;
        list[folio] = LruLists.NO_LIST;
        flags[folio] = folioFlags;
        users[folio] = 0;
        newer[folio] = NONE;
        older[folio] = NONE;
        rest[folio] = NONE;
        expected[folio] = 0;
        sent[folio] = 0;
        return folio;
    }

    /** Gives a row back. */
    void free(int folio) {
        assert users[folio] == 0 && list[folio] == LruLists.NO_LIST && mapping[folio] == NONE : view(folio);
        siblings[folio] = 0;
        flags[folio] = 0;
        older[folio] = freeRow;
        freeRow = folio;
        liveRows--;
    }

    /**
     * Splits a row in two. The first folios keep the row; the others get a new one with the same state, which users of
     * the old one still find through {@link #restOf}. Links are the lists' business.
     */
    int split(int folio, int keep) {
        assert keep > 0 && keep < siblings[folio] : view(folio);
        int first = firstPage[folio] + (keep << order[folio]);
        int tail = create(mapping[folio], first, siblings[folio] - keep, order[folio], flags[folio]);
        siblings[folio] = (byte) keep;
        cgroup[tail] = cgroup[folio];
        users[tail] = users[folio];
        rest[tail] = rest[folio];
        rest[folio] = tail;
        return tail;
    }

    /** Returns the number of the mapping, or {@link #NONE} once the folios have left the cache. */
    public int mappingOf(int folio) {
        return mapping[folio];
    }

    /** Returns the first page of the first sibling. */
    public int firstPage(int folio) {
        return firstPage[folio];
    }

    /** Returns the page behind the last sibling. */
    public int endPage(int folio) {
        return firstPage[folio] + pages(folio);
    }

    /** Returns how many folios the row stands for; 0 for a row that is not in use. */
    public int siblings(int folio) {
        return siblings[folio];
    }

    /** Returns the pages of each folio as a power of two. */
    public int order(int folio) {
        return order[folio];
    }

    /** Returns the pages of all siblings together. */
    public int pages(int folio) {
        return siblings[folio] << order[folio];
    }

    /** Returns the number of the memory cgroup that the folios are charged to. */
    public int cgroup(int folio) {
        return cgroup[folio];
    }

    /** Returns whether any of these flags is set. */
    public boolean hasAny(int folio, int anyOf) {
        return (flags[folio] & anyOf) != 0;
    }

    /** Returns the references besides the cache's own. */
    public int users(int folio) {
        return users[folio];
    }

    /** Returns a row as a record. */
    public FolioView view(int folio) {
        return new FolioView(
                mapping[folio],
                firstPage[folio],
                siblings[folio],
                order[folio],
                FolioFlags.toString(flags[folio]),
                users[folio]);
    }

    /** Visits all rows in use, in no particular order that means anything. */
    public void forEach(FolioVisitor visitor) {
        for (int folio = 0; folio < rows; folio++) {
            if (siblings[folio] > 0) {
                visitor.visit(folio);
            }
        }
    }

    /** Says that only some sectors of a single folio are on their way from the device: not all, not none. */
    void expect(int folio, int sectors) {
        assert siblings[folio] == 1 && sectors > 0 : view(folio);
        expected[folio] = partOf(folio, sectors);
    }

    /**
     * Counts sectors that have come from the device; returns whether they were the last of those expected. Folios that
     * come in parts are rows by themselves.
     */
    boolean arrive(int folio, int sectors) {
        int left = expectedSectors(folio) - sectors;
        assert left >= 0 && (left == 0 || siblings[folio] == 1) : view(folio);
        expected[folio] = (short) left;
        return left == 0;
    }

    /** Returns the sectors of locked folios that are still on their way from the device. */
    public int expectedSectors(int folio) {
        return expected[folio] == 0 ? pages(folio) * Pages.SECTORS : expected[folio];
    }

    /**
     * Says that only some sectors of a single folio are on their way to the device: not all, not none. The others may
     * be on their way from it meanwhile.
     */
    void send(int folio, int sectors) {
        assert siblings[folio] == 1 && sectors > 0 : view(folio);
        sent[folio] = partOf(folio, sectors);
    }

    /** Counts sectors that are on the device; returns whether they were the last of those sent. */
    boolean stored(int folio, int sectors) {
        int whole = sent[folio] == 0 ? pages(folio) * Pages.SECTORS : sent[folio];
        int left = whole - sectors;
        assert left >= 0 && (left == 0 || siblings[folio] == 1) : view(folio);
        sent[folio] = (short) left;
        return left == 0;
    }

    private short partOf(int folio, int sectors) {
        return (short) (sectors == pages(folio) * Pages.SECTORS ? 0 : sectors);
    }

    /** Returns whether the folios are on a list, in a batch or isolated. */
    public boolean isListed(int folio) {
        return list[folio] != LruLists.NO_LIST;
    }

    void set(int folio, int bits) {
        flags[folio] |= bits;
    }

    void clear(int folio, int bits) {
        flags[folio] &= ~bits;
    }

    void chargeTo(int folio, int number) {
        cgroup[folio] = (byte) number;
    }

    void leaveMapping(int folio) {
        mapping[folio] = NONE;
    }

    void addUser(int folio) {
        users[folio]++;
    }

    void removeUser(int folio) {
        assert users[folio] > 0 : view(folio);
        users[folio]--;
    }

    int restOf(int folio) {
        return rest[folio];
    }

    int listOf(int folio) {
        return list[folio];
    }

    void setList(int folio, int number) {
        list[folio] = (short) number;
    }

    int newerOf(int folio) {
        return newer[folio];
    }

    int olderOf(int folio) {
        return older[folio];
    }

    void setNewer(int folio, int other) {
        newer[folio] = other;
    }

    void setOlder(int folio, int other) {
        older[folio] = other;
    }

    private void growTo(int needed) {
        if (needed <= mapping.length) {
            return;
        }
        int capacity = mapping.length * 2;
        mapping = Arrays.copyOf(mapping, capacity);
        firstPage = Arrays.copyOf(firstPage, capacity);
        siblings = Arrays.copyOf(siblings, capacity);
        order = Arrays.copyOf(order, capacity);
        cgroup = Arrays.copyOf(cgroup, capacity);
        list = Arrays.copyOf(list, capacity);
        flags = Arrays.copyOf(flags, capacity);
        users = Arrays.copyOf(users, capacity);
        newer = Arrays.copyOf(newer, capacity);
        older = Arrays.copyOf(older, capacity);
        rest = Arrays.copyOf(rest, capacity);
        expected = Arrays.copyOf(expected, capacity);
        sent = Arrays.copyOf(sent, capacity);
    }
}
