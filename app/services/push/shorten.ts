import type { PushMessage } from "../sending.ts";

/** For push services that take less than RFC 8030 asks for, one after the other: bytes of title and text. */
const sizes = [
  { title: 120, text: 60, hasButtons: true },
  { title: 80, text: 0, hasButtons: false },
] as const;

const segmenter = new Intl.Segmenter("en");

/** The same message, shorter each time. It still begins with what it is about, and opens its page. */
export function shorten(message: PushMessage): PushMessage[] {
  const { content } = message;
  return sizes.map(({ title, text, hasButtons }) => ({
    ...message,
    content: {
      ...content,
      title: cut(content.title, title),
      text: cut(content.text, text),
      buttons: hasButtons ? content.buttons : [],
    },
  }));
}

/** Between the characters that people see: an emoji may take 25 bytes. */
function cut(words: string, maxBytes: number): string {
  if (Buffer.byteLength(words) <= maxBytes) return words;
  let kept = "";
  for (const { segment } of segmenter.segment(words)) {
    if (Buffer.byteLength(`${kept}${segment}…`) > maxBytes) break;
    kept += segment;
  }
  return kept && `${kept.trimEnd()}…`;
}
