package dev.dropbehind.engine.machine;

import dev.dropbehind.engine.call.CallCount;
import dev.dropbehind.engine.fs.FileSystem;
import dev.dropbehind.engine.nfsd.NfsServer;
import dev.dropbehind.engine.nfsd.RequestCutter;
import dev.dropbehind.engine.nfsd.ServedFile;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.NfsdSpec;
import dev.dropbehind.engine.spec.NfsdSpec.IoCache;
import dev.dropbehind.engine.workload.RemoteCalls;

/**
 * The file system of a machine as other machines have it.
 *
 * @param spec how it is exported
 * @param server who serves it
 */
record NfsExport(NfsdSpec spec, NfsServer server) {

    /**
     * Returns how its files are served.
     *
     * @param deviceBlock bytes of the device's block
     * @param cutAlign at multiples of how many bytes direct WRITEs are cut at least
     * @param completesEdges whether a stable WRITE that is cut completes the edges of its ends
     * @param count where requests are counted
     */
    ServedFile.Export served(
            FileSystem fileSystem, int deviceBlock, int cutAlign, boolean completesEdges, CallCount count) {
        return new ServedFile.Export(
                spec.ioCacheRead(),
                mode(spec.ioCacheRead(), fileSystem.supports(IoMode.DONTCACHE)),
                spec.ioCacheWrite(),
                mode(spec.ioCacheWrite(), fileSystem.supportsWrites(IoMode.DONTCACHE)),
                new RequestCutter(fileSystem.directAlignBytes(deviceBlock), spec.memoryAlignBytes(), cutAlign),
                completesEdges,
                count);
    }

    private static IoMode mode(IoCache cache, boolean knowsDontcache) {
        return cache == IoCache.BUFFERED || !knowsDontcache ? IoMode.CACHED : IoMode.DONTCACHE;
    }

    /** Makes the calls of a task of another machine on a file, by its number. */
    RemoteCalls callsOn(int file) {
        return new RemoteCalls(server, file, spec.rsizeBytes(), spec.wsizeBytes());
    }
}
