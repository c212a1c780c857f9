import { CompiledQuery } from "kysely";
import { expect, test } from "vitest";
import { nowIso } from "#app/domain/core/time.ts";
import { countsQuery } from "#app/domain/imports/imports.server.ts";
import { nextQuery } from "#app/domain/imports/run-imports.server.ts";
import { knownQuery } from "#app/domain/imports/known.server.ts";
import { newDatabase } from "../../support/records/database.ts";
import { withoutConstants } from "../../support/records/query-plan.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

test.skipIf(skippedOnPostgres.plans)(
  "no question about imports reads all of their rows",
  async () => {
    await using own = newDatabase();
    const planOf = async ({ compile }: { compile: () => CompiledQuery }) => {
      const { sql, parameters } = compile();
      const explained = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
      const { rows } = await own.db.executeQuery<{ detail: string }>(explained);
      return withoutConstants(rows).map(({ detail }) => detail);
    };
    const known = knownQuery(own.db, "household", ["key"]);
    const counts = countsQuery(own.db, "import");
    const next = nextQuery(own.db, nowIso());
    expect(await planOf({ compile: () => known.compile() })).toContainEqual(
      expect.stringMatching(/^SEARCH row USING INDEX import_rows_by_source_key \(source_key=\?\)/),
    );
    expect(await planOf({ compile: () => counts.compile() })).toEqual([
      expect.stringMatching(/^SEARCH import_rows USING COVERING INDEX import_rows_by_state/),
    ]);
    expect((await planOf({ compile: () => next.compile() }))[0]).toMatch(
      /^SEARCH imports USING INDEX imports_by_state \(state=\? AND next_at<\?\)/,
    );
  },
);
