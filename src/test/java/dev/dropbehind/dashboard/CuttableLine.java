package dev.dropbehind.dashboard;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A line between a browser and the service that can be cut, and mended again. */
final class CuttableLine implements AutoCloseable {

    private final ServerSocket door;
    private final int target;
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private volatile boolean isCut;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    /** Lays a line to a port of this machine. */
    CuttableLine(int target) throws IOException {
        this.target = target;
        this.door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        threads.execute(this::accept);
    }

    /** Returns the port of the browser's end. */
    int port() {
        return door.getLocalPort();
    }

    /** Breaks every connection and refuses new ones. */
    void cut() {
        isCut = true;
        open.forEach(CuttableLine::end);
        open.clear();
    }

    /** Lets new connections through. */
    void mend() {
        isCut = false;
    }

    @Override
    public void close() throws IOException {
        door.close();
        cut();
        threads.shutdownNow();
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                admit(door.accept());
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void admit(Socket browser) throws IOException {
        if (isCut) {
            end(browser);
        } else {
            join(browser, new Socket(InetAddress.getLoopbackAddress(), target));
        }
    }

    private void join(Socket browser, Socket service) {
        open.add(browser);
        open.add(service);
        threads.execute(() -> copy(browser, service));
        threads.execute(() -> copy(service, browser));
    }

    private static void copy(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException cut) {
            // One end is gone: the other is ended below.
        }
        end(from);
        end(to);
    }

    private static void end(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
