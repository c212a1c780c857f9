/** The quiet zone that scanners need (ISO/IEC 18004). */
const border = 4;

export interface QrCode {
  /** Width and height, in modules. */
  size: number;
  /** An SVG path of the dark modules. */
  path: string;
}

export async function drawQrCode(text: string): Promise<QrCode> {
  const { encode } = await import("uqr");
  const { size, data } = encode(text, { ecc: "M", border });
  const runs = data.flatMap((row, y) =>
    [
      ...row
        .map((isDark) => (isDark ? "1" : "0"))
        .join("")
        .matchAll(/1+/g),
    ].map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`),
  );
  return { size, path: runs.join("") };
}
