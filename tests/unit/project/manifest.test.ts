import { readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";

const picture = z.object({ src: z.string(), sizes: z.string(), type: z.string() });
const { icons, screenshots } = z
  .object({
    icons: z.array(picture),
    screenshots: z.array(picture.extend({ form_factor: z.enum(["narrow", "wide"]) })),
  })
  .parse(JSON.parse(readFileSync("public/manifest.webmanifest", "utf8")));

const maxScreenshotBytes = 100_000;

test.each([...icons, ...screenshots].filter(({ sizes }) => sizes !== "any"))(
  "$src has its size",
  (one) => {
    expect(sizeOf(one.type, readFileSync(`public${one.src}`))).toBe(one.sizes);
  },
);

test("browsers can show it on phones and computers before it is installed", () => {
  expect(new Set(screenshots.map(({ form_factor }) => form_factor))).toEqual(
    new Set(["narrow", "wide"]),
  );
  for (const { src } of screenshots)
    expect(statSync(`public${src}`).size).toBeLessThan(maxScreenshotBytes);
});

const sizeOf = (type: string, file: Buffer) =>
  type === "image/png" ? pngSize(file) : webpSize(file);

const pngSize = (file: Buffer) => `${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`;

/** Of a lossy picture: RFC 9649, 2.5 and 2.7. */
function webpSize(file: Buffer): string {
  if (file.toString("latin1", 12, 16) === "VP8X")
    return `${file.readUIntLE(24, 3) + 1}x${file.readUIntLE(27, 3) + 1}`;
  return `${file.readUInt16LE(26) & 0x3fff}x${file.readUInt16LE(28) & 0x3fff}`;
}
