import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { faceColors } from "#app/domain/people/limits.ts";
import { initialsOf } from "#app/ui/kit/face.ts";

const tokens = readFileSync("app/styles/tokens.css", "utf8");
const faces = readFileSync("app/styles/face.css", "utf8");

/** Returns the token's colors in light and dark. */
function colorsOf(name: string): string[] {
  const pair = new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(tokens);
  return pair!.slice(1);
}

/** See WCAG 2.2, relative luminance. */
function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter! + 0.05) / (darker! + 0.05);
}

test.each(Array.from({ length: faceColors }, (_, face) => face))(
  "initials are readable on color %i in light and dark, and the color stands out of a card",
  (face) => {
    const [text, card] = [colorsOf("on-face"), colorsOf("surface")];
    for (const [theme, color] of colorsOf(`face-${face}`).entries()) {
      expect(contrast(color, text[theme]!)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(color, card[theme]!)).toBeGreaterThanOrEqual(3);
    }
    expect(faces).toContain(`[data-face="${face}"]`);
  },
);

test("initials are of two names at most, and whole characters", () => {
  expect(initialsOf("Ben")).toBe("B");
  expect(initialsOf("anna-lena van der Berg")).toBe("AV");
  expect(initialsOf("Ömer")).toBe("Ö");
  expect(initialsOf("Sam (Nora's brother)")).toBe("SN");
  expect(initialsOf("👩‍👧 Mum")).toBe("👩‍👧M");
  expect(initialsOf("?")).toBe("");
});
