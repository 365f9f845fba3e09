package dev.dropbehind.engine.block;

/** Requests one behind the other, linked through the table. */
final class RequestFifo {

    private final RequestTable requests;
    private int first = RequestTable.NONE;
    private int last = RequestTable.NONE;
    private int length;

    RequestFifo(RequestTable requests) {
        this.requests = requests;
    }

    boolean isEmpty() {
        return length == 0;
    }

    int length() {
        return length;
    }

    int last() {
        return last;
    }

    void add(int request) {
        requests.setNext(request, RequestTable.NONE);
        if (isEmpty()) {
            first = request;
        } else {
            requests.setNext(last, request);
        }
        last = request;
        length++;
    }

    int poll() {
        int request = first;
        first = requests.next(request);
        length--;
        if (isEmpty()) {
            last = RequestTable.NONE;
        }
        return request;
    }
}
