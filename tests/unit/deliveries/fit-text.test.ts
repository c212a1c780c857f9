import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fitText, phoneText } from "#app/domain/outbox/rendering/fit-text.ts";
import { isGsm7, segmentCount } from "#app/domain/outbox/rendering/segments.ts";
import { anyCodePoint } from "#tests/support/text/any-code-point.ts";
import { depth } from "#tests/support/runner/depth.ts";

const link = "https://mila.example.com/tasks/01a2b3c4-0000-7000-8000-0123456789ab";

/** The SMS segment rule, written independently of the product. */
function isTwoSegments(text: string): boolean {
  const small =
    /^[@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€]*$/.test(
      text,
    );
  return small
    ? text.length + (text.match(/[\^{}\\[~\]|€]/g)?.length ?? 0) <= 306
    : text.length <= 134;
}

const words = fc.oneof(
  fc.string({ unit: anyCodePoint, maxLength: 2_000 }),
  fc.string({ unit: "grapheme", maxLength: 600 }),
  fc.string({ unit: "grapheme-ascii", maxLength: 600 }),
  fc
    .array(
      fc.constantFrom(
        ..."buy milk https://evil.com evil.com www.evil.example a@evil.org 10.0.0.1 tel:+1900 javascript:alert(1) // . : .. com".split(
          " ",
        ),
        ..."👩‍👩‍👧 🇫🇷 \ud83d é ş € {} ^ مرحبا שלום \u202e \u2066 \u0000 \r\n \u2028 \u200b e\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301 …".split(
          " ",
        ),
      ),
      { maxLength: 80 },
    )
    .chain((said) => fc.constantFrom(said.join(" "), said.join(""))),
  fc.constantFrom(
    "x".repeat(2_000),
    "🎂".repeat(1_000),
    "é".repeat(300),
    "ж".repeat(300),
    "€".repeat(300),
    "a".repeat(230),
  ),
);
const anyLink = fc
  .integer({ min: 20, max: 120 })
  .map((length) => `https://m.example/${"a".repeat(length - 18)}`);

/** Phones and mail programs underline this with or without a scheme. */
const linked = /:\/\/|\b(tel|mailto|javascript|data):\S|[^\s.]\.\p{L}{2}|\d\.\d+\.\d+\.\d/iu;

test("any text fits two segments that name the sender and end with the whole link", () => {
  fc.assert(
    fc.property(words, words, anyLink, (name, title, url) => {
      const text = fitText(
        [{ words: name }, " asks: ", { words: title }, ", today at 3:00 PM."],
        url,
      );
      expect([text, isTwoSegments(text)]).toEqual([text, true]);
      expect(segmentCount(text)).toBeLessThanOrEqual(2);
      expect(text.startsWith("Mila: ")).toBe(true);
      expect(text.endsWith(` ${url}`)).toBe(true);
      const ours = text.slice("Mila: ".length, -url.length);
      expect(ours).not.toMatch(
        /[\p{Cc}\p{Cs}\p{Co}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u,
      );
      expect(ours).not.toMatch(linked);
    }),
    depth({ full: 1_000 }),
  );
});

test("a text that fits keeps the user's words exactly", () => {
  const plain = fc
    .stringMatching(/^[A-Za-z0-9]([A-Za-z0-9 ,!?'-]{0,150}[A-Za-z0-9])?$/)
    .filter((text) => !text.includes("  "));
  fc.assert(
    fc.property(plain, (title) => {
      expect(fitText([{ words: title }, ", today at 3:00 PM."], link)).toBe(
        `Mila: ${title}, today at 3:00 PM. ${link}`,
      );
    }),
    depth({ full: 1_000, part: 100 }),
  );
});

describe("shortening", () => {
  const room = 306 - "Mila: , today at 3:00 PM. ".length - link.length;
  const textOf = (title: string) => fitText([{ words: title }, ", today at 3:00 PM."], link);

  test("a long text is cut at the end of the user's words, as little as possible", () => {
    expect(textOf("a".repeat(room))).toBe(`Mila: ${"a".repeat(room)}, today at 3:00 PM. ${link}`);
    expect(textOf("a".repeat(room + 1))).toBe(
      `Mila: ${"a".repeat(room - 3)}..., today at 3:00 PM. ${link}`,
    );
  });

  test("a long text gets one ellipsis character if its alphabet has one", () => {
    expect(textOf("ж".repeat(200))).toMatch(/^Mila: ж+…, today at 3:00 PM\. https:/);
    expect(textOf("ж".repeat(200))).toHaveLength(134);
  });

  test("a long text loses its emoji first", () => {
    const text = textOf(`Order the cake 🎂 for ${"Emma and ".repeat(10)}Max`);
    expect(text).toContain("Order the cake for Emma");
    expect(text).not.toContain("...");
    expect(isGsm7(text)).toBe(true);
  });

  test("a long text keeps an emoji that fits", () => {
    expect(textOf("Order the cake 🎂")).toContain("cake 🎂, today");
  });

  test("a long text shares the space among all its parts", () => {
    const text = fitText([{ words: "n".repeat(500) }, " asks: ", { words: "t".repeat(500) }], link);
    expect(text).toMatch(/n{50,}\.\.\. asks: t{50,}\.\.\. https:/);
  });

  test("a long text loses accents before anything else", () => {
    const sentence = (name: string, title: string) => [
      { words: name },
      " asks: can you do this? ",
      { words: title },
      ".",
    ];
    const longLink = `https://mila.example.com/delegations/${"a".repeat(82)}`;
    const textFrom = (name: string, title: string) => fitText(sentence(name, title), longLink);
    expect(textFrom("Núria", "Pick up Sofía, Łukasz & José")).toBe(
      `Mila: Nuria asks: can you do this? Pick up Sofia, Lukasz & José. ${longLink}`,
    );
    expect(fitText(sentence("Núria", "Pick up Sofía"), "https://m.example/a")).toContain(
      "Núria asks",
    );
  });

  test("a long link leaves only the user's words", () => {
    const longLink = `https://mila.example.com/delegations/${"a".repeat(68)}`;
    const textAbout = (title: string) =>
      fitText([{ words: "Аня" }, " asks if you can take this over: ", { words: title }], longLink);
    expect(textAbout("Забрать Эмму")).toBe(`Mila: Аня: Забрать Эмму ${longLink}`);
    expect(textAbout("Забрать Эмму из школы")).toBe(`Mila: Аня: Забрать Эмму из… ${longLink}`);
  });
});

test.each([
  [
    "a title with a line break\r\nBcc: all@evil.example",
    "a title with a line break Bcc: all@evil. example",
  ],
  ["see https://evil.com/x?y=1", "see https: //evil. com/x?y=1"],
  ["see EVIL.COM and 10.0.0.1", "see EVIL. COM and 10. 0. 0. 1"],
  ["milk for 3.50, e.g. at 3:30 p.m.", "milk for 3.50, e.g. at 3:30 p.m."],
  ["St.Mary’s – “choir”", `St. Mary's - "choir"`],
  ["abc\u202edcba\u202c\u2066x\u2069", "abcdcbax"],
  ["\u200b\u202e", "..."],
])("%j is written as %j", (said, expected) => {
  expect(fitText([{ words: said }], "https://m.example")).toBe(
    `Mila: ${expected} https://m.example`,
  );
});

test("WhatsApp's template gets text and link separately, without line breaks", () => {
  const { templateVariables } = phoneText(
    [{ words: "Pick\nup    Emma" }, ", today at 3:00 PM."],
    link,
  );
  expect(templateVariables).toEqual(["Pick up Emma, today at 3:00 PM.", link]);
});

test.each([
  ["a".repeat(160), 1],
  ["a".repeat(161), 2],
  ["a".repeat(306), 2],
  ["a".repeat(307), 3],
  ["€".repeat(80), 1],
  ["€".repeat(152), 2],
  // 153 characters fit 76 of two.
  ["€".repeat(153), 3],
  ["ж".repeat(70), 1],
  ["ж".repeat(134), 2],
  ["ж".repeat(135), 3],
  ["🎂".repeat(66), 2],
  ["🎂".repeat(67), 3],
])("%j has the right number of segments", (text, segments) => {
  expect(segmentCount(text)).toBe(segments);
});
