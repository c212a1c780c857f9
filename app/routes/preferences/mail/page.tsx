import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { env } from "#app/config/env.server.ts";
import { findModelSwitch } from "#app/domain/mail/model-switch.server.ts";
import { listAddresses } from "#app/domain/mail/forwarding/addresses.server.ts";
import { mailboxInput } from "#app/domain/mail/input.ts";
import {
  addMailbox,
  listMailboxes,
  type ShownMailbox,
} from "#app/domain/mail/mailbox/mailboxes.server.ts";
import { type ListedSender, listSenders } from "#app/domain/mail/senders.server.ts";
import { listHouseholdMembers } from "#app/domain/people/household/household-members.server.ts";
import { readForm, withTypedValues } from "#app/server/form.server.ts";
import { encryptionKey, mailIn } from "#app/server/instance.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { failureToast } from "#app/ui/live/toast.tsx";
import { useLiveChanges } from "#app/ui/live/use-live-changes.ts";
import { ForwardingSection } from "#app/ui/mail/forwarding-section.tsx";
import { ModelSection } from "#app/ui/mail/model-section.tsx";
import { MailboxForm } from "#app/ui/mail/mailbox-form.tsx";
import { SettingsPage } from "#app/ui/preferences/settings-page.tsx";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { useFormKey } from "#app/ui/saving/use-form-key.ts";
import { ConfirmedButton } from "#app/ui/shell/confirmed-button.tsx";
import { RefreshLink } from "#app/ui/shell/refresh-link.tsx";
import { database } from "#db/connection.server.ts";
import { couldNotUpdate } from "../copy.ts";
import { explainRefusal } from "./refusals.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction(couldNotUpdate);

export const meta: MetaFunction = () => [{ title: "School mail · Mila" }];

const page = "/preferences/mail";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const members = await listHouseholdMembers(database(), viewer);
  const empty = { address: "", folder: "School", server: "" };
  const keys = mailIn && { encryptionKey, around: mailIn };
  return {
    /** Null if nothing is set up to take them. */
    addresses: keys && (await listAddresses(database(), viewer, keys)),
    mailboxes: await listMailboxes(database(), viewer),
    /** Null without a model. */
    model: await findModelSwitch(database(), viewer),
    others: members.filter(({ isViewer }) => !isViewer).map(({ name }) => name),
    senders: await listSenders(database(), viewer, encryptionKey),
    revision: viewer.revision,
    typed: await withTypedValues(viewer, args.request, empty),
  };
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { keepFields: ["address", "folder", "server"] });
  const submission = await readForm(args.request, mailboxInput);
  if (submission.status !== "success")
    return data(submission.reply({ hideFields: ["password"] }), { status: 400 });
  const about = { encryptionKey, trustedHosts: env.ALLOWED_PRIVATE_HOSTS };
  const added = await addMailbox(database(), viewer, submission.value, about);
  if (added.status !== "added") {
    const fieldErrors = explainRefusal(added, submission.value);
    return data(submission.reply({ hideFields: ["password"], fieldErrors }), { status: 400 });
  }
  return redirectWithToast(
    page,
    toast("success", "Mailbox added", {
      message: "I'm reading the last 14 days now.",
      endsForm: true,
    }),
  );
}

export default function SchoolMailPreferences() {
  const { mailboxes, addresses, model, senders, others, revision, typed } =
    useLoaderData<typeof loader>();
  useLiveChanges(revision);
  const answer = useActionData<typeof action>();
  const failure = failureToast(answer);
  const formKey = useFormKey();
  return (
    <SettingsPage
      heading="School mail"
      subtitle="I read the school's mails, and you choose what to add."
      back={{ to: "/mail", label: "From school" }}
      answer={answer}
    >
      <p className="notice my-4">
        <WhoSees others={others} />
      </p>
      {addresses && <ForwardingSection addresses={addresses} />}
      <h2 className="section-title mt-6">Let me read a mailbox</h2>
      <p className="mb-4">I read one folder of it, and change nothing there.</p>
      <MailboxList mailboxes={mailboxes} />
      <RefreshLink to={page} />
      <ol className="steps mt-4">
        <li>
          In your mailbox, make a folder named School. In Gmail it&apos;s called a label. Let a rule
          put the school&apos;s mails there.
        </li>
        <li>
          Gmail, iCloud and Yahoo let me in with an app password only. You make one in your account
          there, under security. Outlook.com and Proton let no program in: forward their mails
          {addresses ? " to the address above" : " to another mailbox"}, or paste them.
        </li>
        <li>Enter both below. I read the last 14 days first.</li>
      </ol>
      <MailboxForm key={formKey} values={typed} lastResult={failure ? undefined : answer} />
      {model && <ModelSection {...model} />}
      <Senders senders={senders} />
    </SettingsPage>
  );
}

function WhoSees({ others }: { others: string[] }) {
  if (others.length === 0)
    return "Only you see these mails. If somebody joins your household, they see them too.";
  return (
    <>
      Everyone in your household sees these mails: you and{" "}
      {others.map((name, index) => (
        <bdi key={index}>{index > 0 ? `, ${name}` : name}</bdi>
      ))}
      .
    </>
  );
}

const rules = {
  always: "What is sure in its mails is added at once.",
  never: "Its mails are left out.",
};

function Senders({ senders }: { senders: ListedSender[] }) {
  if (senders.length === 0) return null;
  return (
    <section aria-labelledby="senders">
      <h2 id="senders" className="section-title mt-6">
        Senders
      </h2>
      <ul className="rows">
        {senders.map(({ id, address, rule }) => (
          <li key={id} className="row">
            <h3 className="row-name" dir="auto">
              {address}
            </h3>
            <p>{rules[rule]}</p>
            <div className="row-actions">
              <Form method="post" action={`${page}/senders/${id}/forget`} preventScrollReset>
                <button type="submit" className="row-button">
                  Ask me again<span className="sr-only">: {address}</span>
                </button>
              </Form>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function MailboxList({ mailboxes }: { mailboxes: ShownMailbox[] }) {
  if (mailboxes.length === 0) return <p className="empty">No mailbox yet.</p>;
  return (
    <ul className="rows">
      {mailboxes.map(({ id, host, state }) => (
        <li key={id} className="row">
          <h3 className="row-name" dir="auto">
            {host}
          </h3>
          <p>{state}</p>
          <div className="row-actions">
            <Form method="post" action={`${page}/${id}/read`} preventScrollReset>
              <button type="submit" className="row-button">
                Read now<span className="sr-only">: {host}</span>
              </button>
            </Form>
            <ConfirmedButton
              label="Remove"
              question={`Remove ${host}? I forget its password. Mails that I have read stay here.`}
              action={`${page}/${id}/remove`}
              confirmLabel={`Remove ${host}`}
            />
          </div>
        </li>
      ))}
    </ul>
  );
}
