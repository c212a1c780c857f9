import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runProgram } from "./run-program.ts";

interface ListedTodo {
  id: number;
  list: string;
  summary: string;
  completed: boolean;
  /** Unix seconds. */
  due: number | null;
  description: string;
}

export interface Todoman {
  /** Lists every to-do, done ones too. */
  list: () => Promise<ListedTodo[]>;
  run: (...args: string[]) => Promise<string>;
  /** Finds a to-do by its title. */
  find: (summary: string) => Promise<ListedTodo>;
}

/** Works on the folder that vdirsyncer keeps in step. */
export function newTodoman(tasks: string): Todoman {
  const home = dirname(tasks);
  const config = join(home, "todoman.py");
  writeFileSync(
    config,
    `path = "${tasks}/*"
cache_path = "${home}/todoman.db"
date_format = "%Y-%m-%d"
time_format = "%H:%M"
`,
  );
  const run = (...args: string[]) => runProgram("todoman", ["--config", config, ...args]);
  const list = async () =>
    JSON.parse(await run("--porcelain", "list", "--status", "ANY")) as ListedTodo[];
  return {
    list,
    run,
    async find(summary) {
      const todos = await list();
      const found = todos.find((todo) => todo.summary === summary);
      if (!found) throw new Error(`todoman has no ${summary}`);
      return found;
    },
  };
}
