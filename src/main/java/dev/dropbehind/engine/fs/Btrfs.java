package dev.dropbehind.engine.fs;

import dev.dropbehind.engine.cpu.Context;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.Pages;

/**
 * btrfs: what comes from the device is compared with its checksum before it counts as read, which a worker does in task
 * context (kernel-model §5.4).
 */
public final class Btrfs extends FileSystem {

    private static final int PICOS_PER_NANO = 1000;

    private final IoendQueue endio;
    private final long checksumPicosPerByte;

    /** Joins a cache and a queue. */
    public Btrfs(FileSystemSpec spec, Parts parts, Traits traits) {
        super(spec, parts, traits);
        checksumPicosPerByte = parts.costs().of(Cost.CHECKSUM);
        endio = new IoendQueue("btrfs-endio", parts.cpus(), parts.costs().of(Cost.WORK_ITEM), new IoendQueue.End() {
            @Override
            public long nanosOf(long tag, int sectors, int folios) {
                return (long) sectors * Pages.SECTOR_SIZE * checksumPicosPerByte / PICOS_PER_NANO;
            }

            @Override
            public long end(long tag, int sectors, boolean failed, Task worker) {
                endRead(tag, sectors);
                return 0;
            }
        });
    }

    @Override
    public void endBio(int bio, int cpu, Context context) {
        arrived(bio);
        endio.add(bios().tag(bio), bios().sectors(bio), bios().folios(bio), bios().hasFailed(bio));
    }

    @Override
    public long readSectorsAtWorkers() {
        return endio.waitingSectors();
    }
}
