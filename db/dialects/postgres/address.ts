/**
 * Names what the driver does anyway with these modes, which check the server's certificate fully:
 * otherwise each process would warn of them.
 */
export function addressFor(url: string): string {
  return url.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, "$1verify-full");
}
