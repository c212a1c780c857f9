import { redirectWithToast, toast } from "#app/server/toast.server.ts";

/** Returns to the sign-in page, which keeps the page that the user wanted. */
export function refuseSignIn(
  message: string,
  redirectTo: string,
  cookies: string[] = [],
): Promise<Response> {
  const address =
    redirectTo === "/dashboard" ? "/auth" : `/auth?${new URLSearchParams({ redirectTo })}`;
  return redirectWithToast(address, toast("error", "Error", { message }), cookies);
}

export const takenOver = (provider: string | null) =>
  toast("success", "This account is yours now", {
    message:
      "Someone signed up with your address but never confirmed it. I removed their password and everyone they " +
      `let in. Please keep signing in with ${provider}.`,
  });
