/**
 * QR codes of ISO/IEC 18004, as far as a link needs them: byte mode, error correction level M, versions 1 to 10 (213 bytes).
 */

/** Error-correction code words in a block, and blocks, of level M by version. */
const correctionLengths = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26];
const blockCounts = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5];
const alignments: readonly (readonly number[])[] = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];

/** The picture's rows of modules; true is dark. */
export type Modules = readonly (readonly boolean[])[];

/**
 * The QR code of a text, without its quiet zone.
 *
 * @throws RangeError when the text is longer than 213 bytes.
 */
export function qrModules(text: string): Modules {
  const bytes = [...new TextEncoder().encode(text)];
  const version =
    alignments.findIndex((_, index) => bytes.length <= dataLength(index + 1) - headerLength(index + 1)) + 1;
  if (version === 0) throw new RangeError("the text is too long for a QR code");
  const words = interleaved(withPadding(bytes, version), version);
  const masked = masks.map((isFlipped, mask) => drawn(words, version, mask, isFlipped));
  return masked.reduce((best, other) => (penaltyOf(other) < penaltyOf(best) ? other : best));
}

/** Modules that hold code words: all but the patterns and the format. */
function rawModules(version: number): number {
  const aligned = Math.floor(version / 7) + 2;
  const patterns = version === 1 ? 0 : (25 * aligned - 10) * aligned - 55;
  return (16 * version + 128) * version + 64 - patterns - (version >= 7 ? 36 : 0);
}

function dataLength(version: number): number {
  return Math.floor(rawModules(version) / 8) - at(correctionLengths, version - 1) * at(blockCounts, version - 1);
}

/** Bytes that mode, length and terminator take, rounded up. */
function headerLength(version: number): number {
  return version < 10 ? 2 : 3;
}

function at(list: readonly number[], index: number): number {
  return list[index] ?? 0;
}

function withPadding(bytes: readonly number[], version: number): number[] {
  const bits: number[] = [];
  const push = (value: number, length: number) => {
    for (let bit = length - 1; bit >= 0; bit -= 1) bits.push((value >>> bit) & 1);
  };
  push(0b0100, 4);
  push(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) push(byte, 8);
  push(0, 4);
  while (bits.length % 8 !== 0) bits.push(0);
  const words = Array.from({ length: bits.length / 8 }, (_, word) =>
    bits.slice(word * 8, word * 8 + 8).reduce((value, bit) => (value << 1) | bit, 0),
  );
  for (let pad = 0xec; words.length < dataLength(version); pad ^= 0xec ^ 0x11) words.push(pad);
  return words;
}

/** Multiplies in the field of 256 elements that QR codes reckon in. */
function times(one: number, other: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((other >>> bit) & 1) * one;
  }
  return product;
}

function correctionOf(data: readonly number[], length: number): number[] {
  let divisor: number[] = [...Array.from({ length: length - 1 }, () => 0), 1];
  let root = 1;
  for (let degree = 0; degree < length; degree += 1) {
    divisor = divisor.map((coefficient, index) => times(coefficient, root) ^ at(divisor, index + 1));
    root = times(root, 2);
  }
  const rest: number[] = Array.from({ length }, () => 0);
  for (const byte of data) {
    const factor = byte ^ (rest.shift() ?? 0);
    rest.push(0);
    for (const [index, coefficient] of divisor.entries()) rest[index] = at(rest, index) ^ times(coefficient, factor);
  }
  return rest;
}

/** Parts the data into blocks, gives each its correction, and weaves them together. */
function interleaved(data: readonly number[], version: number): number[] {
  const count = at(blockCounts, version - 1);
  const correctionLength = at(correctionLengths, version - 1);
  const shortLength = Math.floor(data.length / count);
  const shortCount = count - (data.length % count);
  let from = 0;
  const blocks = Array.from({ length: count }, (_, index) => {
    const block = data.slice(from, (from += shortLength + (index < shortCount ? 0 : 1)));
    return { block, correction: correctionOf(block, correctionLength) };
  });
  const words: number[] = [];
  for (let index = 0; index <= shortLength; index += 1) {
    for (const { block } of blocks) if (index < block.length) words.push(at(block, index));
  }
  for (let index = 0; index < correctionLength; index += 1) {
    for (const { correction } of blocks) words.push(at(correction, index));
  }
  return words;
}

const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** A grid that is filled from the patterns inwards; null is still free for data. */
type Grid = (boolean | null)[][];

function drawn(
  words: readonly number[],
  version: number,
  mask: number,
  isFlipped: (x: number, y: number) => boolean,
): boolean[][] {
  const size = version * 4 + 17;
  const grid: Grid = Array.from({ length: size }, () => Array.from({ length: size }, () => null));
  drawPatterns(grid, version);
  drawFormat(grid, mask);
  if (version >= 7) drawVersion(grid, version);
  drawData(grid, words, isFlipped);
  return grid.map((row) => row.map((module) => module === true));
}

function set(grid: Grid, x: number, y: number, dark: boolean) {
  const row = grid[y];
  if (row && x >= 0 && x < row.length) row[x] = dark;
}

function drawPatterns(grid: Grid, version: number) {
  const size = grid.length;
  for (let index = 0; index < size; index += 1) {
    set(grid, 6, index, index % 2 === 0);
    set(grid, index, 6, index % 2 === 0);
  }
  const far = size - 4;
  for (const [x, y] of [[3, 3] as const, [far, 3] as const, [3, far] as const]) drawRings(grid, x, y, 4, [2, 4]);
  const places = alignments[version - 1] ?? [];
  const last = places.at(-1) ?? 0;
  for (const x of places) {
    for (const y of places) {
      const isFinder = (x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6);
      if (!isFinder) drawRings(grid, x, y, 2, [1]);
    }
  }
}

/** A square of rings around a module, all dark but those at the given distances. */
function drawRings(grid: Grid, x: number, y: number, radius: number, light: readonly number[]) {
  for (let dy = -radius; dy <= radius; dy += 1) {
    for (let dx = -radius; dx <= radius; dx += 1) {
      set(grid, x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
    }
  }
}

/** Level M and the mask, with their own correction, twice. */
function drawFormat(grid: Grid, mask: number) {
  const size = grid.length;
  let rest = mask;
  for (let step = 0; step < 10; step += 1) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
  const bits = ((mask << 10) | rest) ^ 0x5412;
  const bit = (index: number) => ((bits >>> index) & 1) === 1;
  for (let index = 0; index < 15; index += 1) {
    const upright = index < 6 ? index : index < 8 ? index + 1 : size - 15 + index;
    const flat = index < 8 ? size - 1 - index : index === 8 ? 7 : 14 - index;
    set(grid, 8, upright, bit(index));
    set(grid, flat, 8, bit(index));
  }
  set(grid, 8, size - 8, true);
}

function drawVersion(grid: Grid, version: number) {
  let rest = version;
  for (let step = 0; step < 12; step += 1) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
  const bits = (version << 12) | rest;
  for (let index = 0; index < 18; index += 1) {
    const dark = ((bits >>> index) & 1) === 1;
    const far = grid.length - 11 + (index % 3);
    const near = Math.floor(index / 3);
    set(grid, far, near, dark);
    set(grid, near, far, dark);
  }
}

/** Fills what is free in pairs of columns from the right, up and down in turn. */
function drawData(grid: Grid, words: readonly number[], isFlipped: (x: number, y: number) => boolean) {
  const size = grid.length;
  let next = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    const isUpward = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step += 1) {
      const y = isUpward ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (grid[y]?.[x] !== null) continue;
        const dark = ((at(words, next >>> 3) >>> (7 - (next & 7))) & 1) === 1;
        next += 1;
        set(grid, x, y, dark !== isFlipped(x, y));
      }
    }
  }
}

/** How hard a picture is to read, by runs, blocks and balance; the mask with the least is taken. */
function penaltyOf(grid: readonly (readonly boolean[])[]): number {
  const size = grid.length;
  const columns = grid.map((_, x) => grid.map((row) => row[x] === true));
  let penalty = 0;
  for (const line of [...grid, ...columns]) {
    const text = line.map((dark) => (dark ? "1" : "0")).join("");
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) penalty += run.length - 2;
    penalty += 40 * ([...text.matchAll(/(?=10111010000|00001011101)/g)].length ?? 0);
  }
  let dark = 0;
  for (const [y, row] of grid.entries()) {
    for (const [x, module] of row.entries()) {
      if (module) dark += 1;
      const isBlock = row[x + 1] === module && grid[y + 1]?.[x] === module && grid[y + 1]?.[x + 1] === module;
      if (isBlock) penalty += 3;
    }
  }
  return penalty + 10 * Math.floor(Math.abs((dark * 20) / (size * size) - 10));
}
