/** Browsers offer passkeys only at secure addresses. */
export function canUsePasskeys(): boolean {
  return "PublicKeyCredential" in window;
}
