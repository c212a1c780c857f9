export interface Mailbox {
  name: string;
  address: string;
}

/** Accepts "Mila <mila@example.com>" and a bare address. */
export function parseMailbox(text: string): Mailbox {
  const [, name = "", address = text] = /^(.*?)\s*<([^<>]+)>$/.exec(text.trim()) ?? [];
  return { name: name.replace(/^"(.*)"$/, "$1"), address };
}

/** Quotes the name, which may contain a comma (RFC 5322, 3.2.4). */
export function formatMailbox({ name, address }: Mailbox): string {
  return name ? `"${name.replace(/[\\"]/g, "\\$&")}" <${address}>` : address;
}

/** Rejects anything that a header or mail server might read as several addresses. */
export function isSingleAddress(text: string): boolean {
  return (
    text.length <= 254 && /^[^\s\p{Cc},;:<>()[\]"\\@]+@[^\s\p{Cc},;:<>()[\]"\\@]+$/u.test(text)
  );
}

/** A line break in a subject would start a new header. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}
