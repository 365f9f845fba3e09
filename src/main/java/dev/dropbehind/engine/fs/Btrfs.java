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

    private final IoendQueue endio;

    /** Joins a cache and a queue. */
    public Btrfs(FileSystemSpec spec, Parts parts, Traits traits) {
        super(spec, parts, traits);
        endio = new IoendQueue("btrfs-endio", parts.cpus(), parts.till(), new IoendQueue.End() {
            @Override
            public long pay(long tag, int sectors, int folios) {
                return parts.till().pay(Cost.CHECKSUM, (long) sectors * Pages.SECTOR_SIZE);
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
