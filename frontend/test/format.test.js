import assert from 'node:assert/strict';
import { test } from 'node:test';
import { difference, grouped, number, pace, quantity, scaleOf, seconds } from '../src/format.js';

const plain = (text) => text.replaceAll('\u00a0', ' ');

test('a rate is in MiB a second, or in MB of a million bytes', () => {
  assert.equal(plain(quantity(1840.5, scaleOf('MiB/s', 1900))), '1,840.5 MiB/s');
  assert.equal(plain(quantity(1840.5, scaleOf('MiB/s', 1900, 'decimal'))), '1,929.9 MB/s');
});

test('a size takes the unit that suits the largest', () => {
  assert.equal(plain(quantity(512, scaleOf('KiB', 512))), '512.0 KiB');
  assert.equal(plain(quantity(2048, scaleOf('KiB', 2048))), '2.00 MiB');
  assert.equal(plain(quantity(11_621_300, scaleOf('KiB', 11_621_300))), '11.08 GiB');
  assert.equal(plain(quantity(11_621_300, scaleOf('KiB', 11_621_300, 'decimal'))), '11.90 GB');
});

test('long latencies are in milliseconds', () => {
  assert.equal(plain(quantity(15.25, scaleOf('µs', 9_999))), '15.3 µs');
  assert.equal(plain(quantity(20_000, scaleOf('µs', 20_000))), '20.0 ms');
});

test('zero has no digits after the point, and what is not there is a dash', () => {
  assert.equal(number(0, scaleOf('%', 80)), '0');
  assert.equal(number(NaN, scaleOf('%', 80)), '–');
});

test('a difference is signed and relative to the base', () => {
  assert.equal(plain(difference(1870.4, 1840.5)), '+1.6 %');
  assert.equal(plain(difference(0, 71)), '−100 %');
  assert.equal(plain(difference(100.001, 100)), '±0 %');
  assert.equal(plain(difference(0, 0)), '±0 %');
});

test('a difference of many times is a factor, and to nothing there is none', () => {
  assert.equal(plain(difference(99, 10)), '+890 %');
  assert.equal(plain(difference(100, 10)), '× 10.0');
  assert.equal(plain(difference(6_403_388, 25_770)), '× 248');
  assert.equal(difference(3, 0), 'n/a');
  assert.equal(difference(NaN, 3), '–');
});

test('numbers are grouped by three and have a true minus', () => {
  assert.equal(grouped(-1234567.891, 1), '−1,234,567.9');
});

test('times and paces are said with their units', () => {
  assert.equal(seconds(9), '9 s');
  assert.equal(seconds(3.394), '3.39 s');
  assert.equal(pace(5), '5× real time');
  assert.equal(pace('max'), 'as fast as possible');
});
