import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData, useNavigation } from "@remix-run/react";
import { listHeld } from "#app/domain/caldav/held-deletions.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { whenBusy } from "#app/ui/kit/when-busy.ts";
import { SettingsPage } from "#app/ui/preferences/settings-page.tsx";
import { database } from "#db/connection.server.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";
export { getOnly as action } from "#app/server/http-errors.server.ts";

export const meta: MetaFunction = () => [{ title: "Deleted by a tasks app · Mila" }];

const page = "/preferences/data/deletions";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  return { held: await listHeld(database(), viewer) };
}

export default function HeldDeletionsPage() {
  const { held } = useLoaderData<typeof loader>();
  return (
    <SettingsPage
      heading="Deleted by a tasks app"
      subtitle="When a tasks app deletes a lot at once, it has often only lost its own copy. I keep the tasks until you decide."
      back={{ to: "/preferences/data", label: "Apps & Data" }}
      answer={undefined}
    >
      {held.length === 0 ? <p className="empty">Nothing waits for you.</p> : <Held held={held} />}
    </SettingsPage>
  );
}

function Held({ held }: ReturnType<typeof useLoaderData<typeof loader>>) {
  const { formAction } = useNavigation();
  const isBusy = formAction?.startsWith(page) ?? false;
  return (
    <>
      {held.map(({ calendar, titles }) => (
        <section key={calendar} aria-label={calendar} className="mb-4">
          <h2 className="section-title mb-2" dir="auto">
            {calendar}
          </h2>
          <ul className="rows">
            {titles.map((title, at) => (
              <li key={at} className="row" dir="auto">
                {title}
              </li>
            ))}
          </ul>
        </section>
      ))}
      <div className="row-actions">
        <Form method="post" action={`${page}/keep`}>
          <button type="submit" className="button-primary" {...whenBusy(isBusy)}>
            Keep them
          </button>
        </Form>
        <Form method="post" action={`${page}/delete`}>
          <button type="submit" className="button-secondary" {...whenBusy(isBusy)}>
            Delete them
          </button>
        </Form>
      </div>
    </>
  );
}
