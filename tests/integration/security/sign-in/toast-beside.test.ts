import { expect, test } from "vitest";
import { consumeToast, redirectWithToast, toast } from "#app/server/toast.server.ts";

async function shownBy(path: string, to: string): Promise<string | undefined> {
  const answer = await redirectWithToast(to, toast("success", "Task added!"));
  const cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? "";
  const { toast: shown, headers } = await consumeToast(
    new Request(`http://127.0.0.1${path}`, { headers: { cookie } }),
  );
  expect(headers !== undefined).toBe(shown !== undefined);
  return shown?.title;
}

test("a toast waits for its page while a script loads the same page with another search", async () => {
  const to = "/dashboard?when=task";
  expect(await shownBy("/dashboard.data", to)).toBe(undefined);
  expect(await shownBy("/dashboard.data?when=other", to)).toBe(undefined);
  expect(await shownBy("/dashboard.data?when=task&_routes=root", to)).toBe("Task added!");
  expect(await shownBy("/dashboard?when=task", to)).toBe("Task added!");
  // Pages that lead on, and documents, show it wherever they end.
  for (const path of ["/week.data", "/dashboard", "/week"])
    expect(await shownBy(path, to)).toBe("Task added!");
  expect(await shownBy("/dashboard.data", "/dashboard")).toBe("Task added!");
  expect(await shownBy("/lists.data", "/lists#milk")).toBe("Task added!");
});
