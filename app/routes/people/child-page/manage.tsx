import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import {
  findChildFor,
  listChildPages,
  makeChildPage,
  maxPages,
} from "#app/domain/children/child-pages.server.ts";
import { requireConfirmed } from "#app/server/confirmed.server.ts";
import { notFound } from "#app/server/http-errors.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { QrCode } from "#app/ui/account/two-step/qr-code.tsx";
import { CopyLink } from "#app/ui/kit/copy-link.tsx";
import { SubmitButton } from "#app/ui/kit/submit-button.tsx";
import { failureToast, Toasts } from "#app/ui/live/toast.tsx";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { BackLink } from "#app/ui/shell/back-link.tsx";
import { ConfirmedButton, ConfirmedButtonToast } from "#app/ui/shell/confirmed-button.tsx";
import { FormPage } from "#app/ui/shell/form-page.tsx";
import { pageTitle } from "#app/ui/shell/page-title.ts";
import { database } from "#db/connection.server.ts";
import { consumeLink, showLink } from "./shown-link.server.ts";

// Keeps a live change elsewhere from hiding the link, which is shown once.
export { shouldRevalidateForm as shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction();

export const meta: MetaFunction<typeof loader> = ({ data: shown }) => [
  { title: pageTitle(shown ? titleFor(shown.child.name) : "A page") },
];

const titleFor = (name: string) => `A page for ${name}`;

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const child = (await findChildFor(database(), viewer, args.params.id ?? "")) ?? notFound();
  const { made, headers } = await consumeLink(args.request, child.id);
  const pages = await listChildPages(database(), viewer, child.id);
  return data({ child, made, pages, isFull: pages.length >= maxPages }, { headers });
}

export async function action(args: ActionFunctionArgs) {
  const id = args.params.id ?? "";
  const thisPage = `/people/${id}/page`;
  const viewer = await requireViewer(args, { returnTo: thisPage });
  requireConfirmed(viewer, thisPage);
  const made = await makeChildPage(database(), viewer, id);
  if (made === "missing") return notFound();
  if (made === "too_many")
    return redirectWithToast(
      thisPage,
      toast("error", "No new link", { message: "Please end one of the others first." }),
    );
  return showLink(thisPage, { personId: id, token: made.token });
}

export default function ChildPage() {
  const { child, made, pages, isFull } = useLoaderData<typeof loader>();
  const { id, name } = child;
  return (
    <FormPage title={titleFor(name)} back={<BackLink to={`/people/${id}`}>{name}</BackLink>}>
      <Toasts toast={failureToast(useActionData())} />
      <ConfirmedButtonToast />
      <p className="hint mb-4">
        It shows what <bdi>{name}</bdi> does today and this week, and nothing else of your family.
        Anyone with its link can see and tick that, without an account.
      </p>
      {made && (
        <section className="card-panel stack mb-4" aria-label="New link">
          <CopyLink id="child-link" label={`Link for ${name}`} link={made.link} hasFocus />
          <p>Open it on their tablet or phone now. I only show it here and now.</p>
          <QrCode label={`QR code of the link for ${name}`} qrCode={made.qrCode} />
        </section>
      )}
      {pages.length > 0 && <Pages id={id} pages={pages} />}
      {!isFull && (
        <Form method="post" className="mt-4">
          <SubmitButton
            className={pages.length > 0 ? "button-secondary" : "button-primary"}
            busyText="Loading..."
          >
            {pages.length > 0 ? "Make another link" : "Make a link"}
          </SubmitButton>
        </Form>
      )}
    </FormPage>
  );
}

interface ListedPage {
  id: string;
  madeOn: string;
  madeBy: string;
  openedOn: string | null;
}

function Pages({ id, pages }: { id: string; pages: ListedPage[] }) {
  return (
    <ul className="rows">
      {pages.map((page) => (
        <li key={page.id} className="row">
          <h2 className="row-name">Link of {page.madeOn}</h2>
          <p className="row-facts">
            <span>
              Made by <bdi>{page.madeBy}</bdi>
            </span>
            <span>{page.openedOn ? `Last opened ${page.openedOn}` : "Not opened yet"}</span>
          </p>
          <div className="row-actions">
            <ConfirmedButton
              label="End"
              question="This link will stop working at once, wherever it is open."
              action={`/people/${id}/page/${page.id}/end`}
              confirmLabel="End the link"
            />
          </div>
        </li>
      ))}
    </ul>
  );
}
