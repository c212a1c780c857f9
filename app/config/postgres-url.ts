/**
 * False for a password with characters that end it too soon: `#`, `/` and `?` begin other parts of
 * an address, and a lone `%` begins nothing.
 */
export function isPostgresUrl(text: string): boolean {
  // Without a host, the server is on this machine.
  const address = text.replace("@/", "@localhost/");
  if (!/^postgres(ql)?:\/\/./.test(text) || !URL.canParse(address)) return false;
  const { hash, pathname, search, username, password } = new URL(address);
  const isWhole = !hash && !pathname.includes("@") && !search.includes("@");
  return isWhole && [username, password, pathname].every(isDecodable);
}

function isDecodable(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

export const postgresUrlRule =
  "the address of a PostgreSQL database, with # / ? and % in a password as %23 %2F %3F and %25";
