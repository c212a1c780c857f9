import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SettingsPage } from "#app/ui/preferences/settings-page.tsx";
import { LearnedList } from "#app/ui/preferences/learned-list.tsx";
import { listLearned } from "#app/domain/understanding/learned/learned-words.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { database } from "#db/connection.server.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";
export { getOnly as action } from "#app/server/http-errors.server.ts";

export const meta: MetaFunction = () => [{ title: "What I've Learned · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  return { learned: await listLearned(database(), await requireViewer(args)) };
}

export default function Learned() {
  const { learned } = useLoaderData<typeof loader>();
  return (
    <SettingsPage
      heading="What I've Learned"
      subtitle="When someone in your household corrects me, I remember it. It never leaves this Mila."
      answer={undefined}
    >
      <LearnedList learned={learned} />
    </SettingsPage>
  );
}
