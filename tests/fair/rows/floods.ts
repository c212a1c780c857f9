import { type FairRow, get, post, withoutEnd } from "../row.ts";
import type { Stage } from "../stage.ts";

/** Real ones: the rows are about what a hash costs. */
const realPasswords = { TEST_ONLY_CHEAP_PASSWORDS: "" };
const megabyte = 1_000_000;

const longWords: FairRow = {
  name: "long-words",
  tried: "adds tasks of 2,000 characters, 8 at once",
  attack: (target) =>
    withoutEnd(8, (turn) =>
      post(target, "/dashboard", {
        text: `call Emma ${"about the xylophone ".repeat(99)}`,
        requestId: `fair-${turn}`,
      }),
    ),
  async caps(stage) {
    const { count } = await stage.db
      .selectFrom("tasks")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("title", "like", "%xylophone%")
      .executeTakeFirstOrThrow();
    return { "at most 60 a minute are added": count > 0 && count <= 180 };
  },
};

const passwords: FairRow = {
  name: "passwords",
  tried: "tries wrong passwords from many networks, 16 at once",
  settings: { ...realPasswords, TRUST_PROXY: "1" },
  signsIn: true,
  attack: (target) =>
    withoutEnd(16, (turn) =>
      post(
        { ...target, cookie: "" },
        "/auth",
        { mode: "login", email: `somebody-${turn}@example.com`, password: `wrong horse ${turn}` },
        { "x-forwarded-for": networkOf(turn) },
      ),
    ),
};

const resets: FairRow = {
  name: "resets",
  tried: "asks for resets of one address from many networks, 16 at once",
  settings: { ...realPasswords, TRUST_PROXY: "1" },
  signsIn: true,
  attack: (target) =>
    withoutEnd(16, (turn) =>
      post(
        { ...target, cookie: "" },
        "/auth/forgot",
        { email: target.email },
        { "x-forwarded-for": networkOf(turn) },
      ),
    ),
};

const forgedPaths: FairRow = {
  name: "forged-paths",
  tried: "asks for paths that do not exist, 16 at once",
  attack: (target) =>
    withoutEnd(16, (turn) =>
      get({ ...target, cookie: "" }, `/wp-admin/${turn}/setup.php?${"a".repeat(200)}`),
    ),
  caps: async (stage) => ({
    "the log grows by less than 2 MB a minute": logged(stage) < 2 * megabyte,
  }),
};

function logged({ mila }: Stage): number {
  return mila.output().length;
}

const networkOf = (turn: number) => `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`;

export const floodRows = [longWords, passwords, resets, forgedPaths];
