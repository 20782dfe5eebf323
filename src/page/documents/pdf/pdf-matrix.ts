/** Transformation matrix (ISO 32000, 8.3.3). */
export type Matrix = readonly [number, number, number, number, number, number];

/** Returns a matrix as PDF.js has it as one with six numbers; those that are missing are of the identity. */
export function toMatrix(values: ArrayLike<number>): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = Array.from(values);
  return [a, b, c, d, e, f];
}

/** Multiplies two matrices: the second one is applied first. */
export function multiplyMatrices(m: Matrix, n: Matrix): Matrix {
  const [a, b, c, d, e, f] = m;
  const [g, h, i, j, k, l] = n;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}
