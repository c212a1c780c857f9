import * as fc from "fast-check";
import { anyCodePoint } from "../../support/text/any-code-point.ts";

const markup = [
  "<script data-attack>attack()</script>",
  '"><img data-attack src=x onerror=attack()>',
  "</script><script data-attack>attack()</script>",
  "</textarea></title><svg data-attack onload=attack()>",
  '" data-attack="1" onfocus="attack()" autofocus="',
  "<b data-attack>",
  "javascript:attack()",
  "<iframe data-attack srcdoc='<script>attack()</script>'>",
  "<!--#exec cmd=ls-->{{7*7}}${7*7}<%= 7*7 %>",
  "\u2028alert(1)//\u2029",
];

const lines = [
  "Milk\r\nBcc: everyone@example.com",
  "Milk\r\n\r\n<b data-attack>",
  "Milk\r\nX-Attack: 1",
  "Milk%0d%0aX-Attack:%201",
  "Milk\r\nATTENDEE:mailto:everyone@example.com\r\nX-ATTACK:1",
  "END:VEVENT\nEND:VCALENDAR",
  'Emma", "everyone@example.com" <everyone@example.com',
  "a@example.com, b@example.com",
  "a@example.com\nCc: b@example.com",
  "=cmd|' /C calc'!A0",
];

const queries = [
  "' or '1'='1",
  "'; drop table users; --",
  '" union select password_hash from users --',
  "%' --",
  "1; attach database '/tmp/attack' as attack",
  "$ne",
  '{"$gt":""}',
  "../../../../etc/passwd",
  "..%2f..%2fetc%2fpasswd",
  "/%5cevil.example",
  "//evil.example",
  "https://evil.example/",
  "file:///etc/passwd",
  "http://169.254.169.254/latest/meta-data/",
  "`id`; $(id) | id",
];

const odd = [
  "",
  " ",
  "\0",
  "\0milk",
  "null",
  "undefined",
  "NaN",
  "Infinity",
  "-1",
  "0",
  "1e999",
  "9007199254740993",
  "true",
  "[]",
  "{}",
  "__proto__",
  "constructor",
  "9999-12-31",
  "0000-00-00",
  "2027-02-30T25:61",
  "99:99",
  "on",
  "owner",
  "Europe/Berlin\0",
  "../UTC",
  "\ud800",
  "\u202Eevil\u202C",
  "\u200B",
  "Z͑̓a̐͒l̃gō",
  "🏠".repeat(200),
  "+19005550100",
  "+1 (201) 555-0123;ext=1",
  "tel:+19005550100",
];

export const hostileTexts = [...markup, ...lines, ...queries, ...odd];

/** Longer ones are rarer: a body may have 256 KB. */
export const hostileText = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 4, arbitrary: fc.string({ unit: anyCodePoint, maxLength: 80 }) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(...hostileTexts), fc.constantFrom(...hostileTexts))
      .map(([one, two]) => one + two),
  },
  { weight: 2, arbitrary: fc.oneof(fc.integer(), fc.double()).map(String) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...hostileTexts), fc.integer({ min: 2, max: 400 }))
      .map(([text, times]) => text.repeat(times).slice(0, 40_000)),
  },
  { weight: 1, arbitrary: fc.json({ maxDepth: 3 }) },
);
