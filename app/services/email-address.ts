export interface Mailbox {
  name: string;
  address: string;
}

/** Reads "Mila <mila@example.com>", or the bare address. */
export function parseMailbox(text: string): Mailbox {
  const [, name = "", address = text] = /^(.*?)\s*<([^<>]+)>$/.exec(text.trim()) ?? [];
  return { name: name.replace(/^"(.*)"$/, "$1"), address };
}

/** For a header: the name is quoted, so that a comma in it ends nothing (RFC 5322, 3.2.4). */
export function formatMailbox({ name, address }: Mailbox): string {
  return name ? `"${name.replace(/[\\"]/g, "\\$&")}" <${address}>` : address;
}

/** Whether no header, list or mail server would read more than one address in it. */
export function isOneAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s\p{Cc},;:<>()[\]"\\@]+@[^\s\p{Cc},;:<>()[\]"\\@]+$/u.test(text);
}

/** For a subject: the next header would begin in its second line. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}
