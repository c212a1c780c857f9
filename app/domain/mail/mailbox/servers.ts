/** Providers whose server's name does not follow from the address. */
const servers: [RegExp, string][] = [
  [/^(?:gmail|googlemail)\.com$/, "imap.gmail.com"],
  [/^(?:icloud|me|mac)\.com$/, "imap.mail.me.com"],
  [/^(?:yahoo\..+|ymail\.com|rocketmail\.com)$/, "imap.mail.yahoo.com"],
  [/^aol\.com$/, "imap.aol.com"],
  [/^gmx\.(?:net|de|at|ch)$/, "imap.gmx.net"],
  [/^(?:gmx\.com|mail\.com)$/, "imap.gmx.com"],
  [/^(?:fastmail\.(?:com|fm)|sent\.com)$/, "imap.fastmail.com"],
  [/^t-online\.de$/, "secureimap.t-online.de"],
  [/^(?:zoho\.com|zohomail\.com)$/, "imap.zoho.com"],
];

/** They accept no passwords from other programs. */
const withoutPasswords =
  /^(?:(?:outlook|hotmail|live|msn)\.[a-z.]+|proton(?:mail)?\.[a-z]+|pm\.me)$/;

/** Guesses an address's IMAP server. Returns null for providers that accept no passwords. */
export function guessServer(address: string): string | null {
  const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
  if (withoutPasswords.test(domain)) return null;
  const known = servers.find(([domains]) => domains.test(domain));
  return known ? known[1] : `imap.${domain}`;
}
