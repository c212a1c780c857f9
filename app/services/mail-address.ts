export interface Mailbox {
  name: string;
  address: string;
}

/** Who e-mails are from, out of "Mila <mila@example.com>" or the bare address. */
export function parseMailbox(text: string): Mailbox {
  const [, name = "", address = text] = /^(.*?)\s*<([^<>]+)>$/.exec(text.trim()) ?? [];
  return { name: name.replace(/^"(.*)"$/, "$1"), address };
}

/** In a header: the name quoted, so that a comma or whatever else in it ends nothing (RFC 5322, 3.2.4). */
export function formatMailbox({ name, address }: Mailbox): string {
  return name ? `"${name.replace(/[\\"]/g, "\\$&")}" <${address}>` : address;
}

/** One address and nothing that a header, a list or a mail server would read as more. */
export function isOneAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s\p{Cc},;:<>()[\]"\\@]+@[^\s\p{Cc},;:<>()[\]"\\@]+$/u.test(text);
}

/** A subject cannot go on in a second line, where the next header would begin. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}
