package dev.dropbehind.engine.writeback;

/**
 * By how much writers go faster or slower than the base rate, since too little or too much is dirty (kernel-model
 * §4.4): a fixed-point number whose 1.0 is {@link #ONE}.
 *
 * <p>Three factors. A cubic of all that is dirty: 2 at the freerun ceiling, 1 at the setpoint, 0 at the limit, flat in
 * the middle. A straight line of what is dirty on this device: 1 at its own setpoint, never below a quarter. And up to
 * 8 where the device has so little to write that it might run dry.
 */
final class PositionRatio {

    static final int SHIFT = 10;
    static final long ONE = 1 << SHIFT;

    private static final int SHARE_SHIFT = 16;
    private static final int SPAN_BANDWIDTHS = 8;
    private static final int LEAST_LINE = 4;
    private static final int MOST_RESERVE = 8;

    private PositionRatio() {}

    /**
     * Returns the ratio.
     *
     * @param threshold dirty pages at which writers are held
     * @param freerun dirty pages up to which they are not
     * @param limit dirty pages at which they stop, not below the threshold
     * @param dirty pages dirty and under writeback
     * @param deviceThreshold the device's part of the threshold
     * @param deviceDirty the device's part of what is dirty
     * @param bandwidth pages a second that the device writes
     */
    static long of(
            long threshold,
            long freerun,
            long limit,
            long dirty,
            long deviceThreshold,
            long deviceDirty,
            long bandwidth) {
        if (dirty >= limit) {
            return 0;
        }
        long setpoint = (freerun + limit) / 2;
        long ownThreshold = Math.max(Math.min(deviceThreshold, threshold), (limit - dirty) / 8);
        long ratio = cubic(setpoint, dirty, limit);
        ratio = line(ratio, setpoint, threshold, ownThreshold, deviceDirty, bandwidth);
        return reserve(ratio, ownThreshold / 2, deviceDirty);
    }

    /** Returns 1 + ((setpoint - dirty) / (limit - setpoint))³, from 0 to 2. */
    private static long cubic(long setpoint, long dirty, long limit) {
        long x = ((setpoint - dirty) << SHIFT) / ((limit - setpoint) | 1);
        long cube = (((x * x) >> SHIFT) * x) >> SHIFT;
        return Math.clamp(ONE + cube, 0, 2 * ONE);
    }

    private static long line(
            long ratio, long setpoint, long threshold, long ownThreshold, long deviceDirty, long bandwidth) {
        long share = (ownThreshold << SHARE_SHIFT) / (threshold | 1);
        long ownSetpoint = (setpoint * share) >> SHARE_SHIFT;
        long span = ((threshold - ownThreshold + SPAN_BANDWIDTHS * bandwidth) * share) >> SHARE_SHIFT;
        long zero = ownSetpoint + span;
        if (deviceDirty < zero - span / LEAST_LINE) {
            return ratio * (zero - deviceDirty) / (span | 1);
        }
        return ratio / LEAST_LINE;
    }

    private static long reserve(long ratio, long little, long deviceDirty) {
        if (deviceDirty >= little) {
            return ratio;
        }
        return deviceDirty > little / MOST_RESERVE ? ratio * little / deviceDirty : ratio * MOST_RESERVE;
    }
}
