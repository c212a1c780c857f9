import type { Mila } from "./mila.ts";
import type { Visitor } from "./visitor.ts";

/** The link to choose a new password, as whoever runs a Mila without e-mail finds it: in the log. Its path. */
export async function passwordLink(mila: Mila, family: Visitor & { email: string }): Promise<string> {
  const links = () => [...mila.output().matchAll(/"passwordReset":"https?:\/\/[^/]+([^"]+)"/g)].map(([, path]) => path);
  const before = links().length;
  await family.post("/auth/forgot", { email: family.email });
  while (links().length === before) {
    await new Promise((resolve) => mila.process.stdout?.once("data", resolve));
  }
  return links().at(-1) ?? "";
}
