package dev.dropbehind.testing;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Many viewers of one run's stream in one thread, each on a connection of its own. */
public final class ManyViewers implements AutoCloseable {

    private static final byte[] ID = "\nid: ".getBytes(StandardCharsets.US_ASCII);
    private static final int BUFFER = 64 << 10;

    private final Selector selector = Selector.open();
    private final List<Viewer> viewers = new ArrayList<>();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
    private final int samples;

    /**
     * Connects and asks for a stream.
     *
     * @param stream address of the stream
     * @param count how many viewers
     * @param samples how many samples the run has
     */
    public ManyViewers(URI stream, int count, int samples) throws IOException {
        this.samples = samples;
        byte[] request = ("GET " + stream.getPath() + " HTTP/1.1\r\nHost: test\r\nAccept: text/event-stream\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < count; i++) {
            SocketChannel channel = SocketChannel.open(new InetSocketAddress(stream.getHost(), stream.getPort()));
            channel.write(ByteBuffer.wrap(request));
            channel.configureBlocking(false);
            Viewer viewer = new Viewer(samples);
            channel.register(selector, SelectionKey.OP_READ, viewer);
            viewers.add(viewer);
        }
    }

    /** Reads until every viewer has every sample, has lost its connection, or the time is over. */
    public void readAll(Duration limit) throws IOException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (viewers.stream().anyMatch(v -> v.reads && v.received < samples) && System.nanoTime() < deadline) {
            selector.select(key -> read((SocketChannel) key.channel(), (Viewer) key.attachment()), 100);
        }
    }

    private void read(SocketChannel channel, Viewer viewer) {
        try {
            int count = channel.read(buffer.clear());
            if (count < 0) {
                channel.close();
                viewer.reads = false;
            }
            viewer.take(buffer.flip(), System.nanoTime());
        } catch (IOException broken) {
            viewer.reads = false;
        }
    }

    /** Returns how many samples came to each viewer without gap or repeat. */
    public int[] received() {
        return viewers.stream().mapToInt(v -> v.inOrder ? v.received : -1).toArray();
    }

    /**
     * Returns how long after the first viewer each viewer got each sample, sorted.
     *
     * @return nanoseconds
     */
    public long[] delays() {
        long[] delays = new long[viewers.size() * samples];
        for (int seq = 0; seq < samples; seq++) {
            int sample = seq;
            long first =
                    viewers.stream().mapToLong(v -> v.arrivals[sample]).min().orElse(0);
            for (int viewer = 0; viewer < viewers.size(); viewer++) {
                delays[seq * viewers.size() + viewer] = viewers.get(viewer).arrivals[seq] - first;
            }
        }
        Arrays.sort(delays);
        return delays;
    }

    @Override
    public void close() throws IOException {
        for (SelectionKey key : selector.keys()) {
            key.channel().close();
        }
        selector.close();
    }

    /** One reader: looks for the ids in the bytes that come, however they are cut. */
    private static final class Viewer {
        private final long[] arrivals;
        private int received;
        private boolean inOrder = true;
        private boolean reads = true;
        private int matched;
        private int id;

        Viewer(int samples) {
            arrivals = new long[samples];
        }

        void take(ByteBuffer bytes, long now) {
            while (bytes.hasRemaining()) {
                take(bytes.get(), now);
            }
        }

        private void take(byte next, long now) {
            if (matched < ID.length) {
                matched = next == ID[matched] ? matched + 1 : next == '\n' ? 1 : 0;
            } else if (next == '\n') {
                arrived(now);
                matched = 1;
                id = 0;
            } else {
                id = id * 10 + next - '0';
            }
        }

        private void arrived(long now) {
            inOrder &= id == received + 1;
            arrivals[received] = now;
            received++;
        }
    }
}
