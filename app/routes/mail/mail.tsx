import { getFormProps } from "@conform-to/react";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useRef } from "react";
import { v7 as newId } from "uuid";
import { pastedMail } from "#app/domain/mail/input.ts";
import { maxPasted } from "#app/domain/mail/limits.ts";
import { pasted, takeMail } from "#app/domain/mail/mails.server.ts";
import { findMailPage } from "#app/domain/pages/mail-page.server.ts";
import { giveBackReply, readForm } from "#app/server/form.server.ts";
import { encryptionKey } from "#app/server/instance.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { fieldProps, Field } from "#app/ui/kit/field.tsx";
import { SubmitButton } from "#app/ui/kit/submit-button.tsx";
import { useZodForm } from "#app/ui/kit/use-zod-form.ts";
import { failureToast, Toasts } from "#app/ui/live/toast.tsx";
import { useLiveChanges } from "#app/ui/live/use-live-changes.ts";
import { MailCard } from "#app/ui/mail/mail-card.tsx";
import { useShared } from "#app/ui/add-task/use-shared.ts";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { useFormKey } from "#app/ui/saving/use-form-key.ts";
import { AppShell } from "#app/ui/shell/app-shell.tsx";
import { PageForm, PageLink, useButtonForms } from "#app/ui/shell/page-form.tsx";
import { database } from "#db/connection.server.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction();

export const meta: MetaFunction = () => [{ title: "From school · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  return {
    ...(await findMailPage(database(), viewer, encryptionKey)),
    requestId: newId(),
    revision: viewer.revision,
    kept: await giveBackReply(viewer, args.request, pastedMail),
  };
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { keepFields: Object.keys(pastedMail.shape) });
  const submission = await readForm(args.request, pastedMail);
  if (submission.status !== "success") return data(submission.reply(), { status: 400 });
  const mail = pasted(submission.value.text);
  const taken = await takeMail(database(), viewer, mail, {
    encryptionKey,
    log: args.context.logInfo,
  });
  if ("refused" in taken)
    return data(submission.reply({ fieldErrors: { text: [tooMany] } }), { status: 429 });
  const title = taken.isNew ? "Read" : "That mail is here already";
  return redirectWithToast("/mail", toast("success", title, { endsForm: true }));
}

const pasteHint = "Copy all of it. I leave out greetings and signatures.";

const tooMany = "That's a lot of mail for one day. Please try again tomorrow.";

export default function SchoolMail() {
  const { troubled, waiting, done, requestId, revision, kept } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const buttons = useButtonForms();
  const failure = failureToast(answer) ?? buttons.failure;
  const formKey = useFormKey();
  const panel = useRef<HTMLDivElement>(null);
  const sharedToast = useShared("/mail", panel);
  useLiveChanges(revision);
  const [form, { text }] = useZodForm({
    id: `paste-${formKey}`,
    schema: pastedMail,
    defaultValue: { text: "" },
    lastResult: failure ? undefined : (answer ?? kept),
  });
  return (
    <AppShell>
      <div className="form-page" ref={panel}>
        <Toasts toast={failure ?? sharedToast} />
        <h1 className="page-title">From school</h1>
        <p className="subject">I read mails from school and clubs, and you choose what to add.</p>
        {troubled.map(({ id, host, state }) => (
          <p key={id} className="notice mb-4">
            <bdi>{host}</bdi>: {state}
          </p>
        ))}
        {waiting.map((mail) => (
          <MailCard key={mail.id} mail={mail} requestId={requestId} />
        ))}
        {waiting.length === 0 && <p className="empty">No mail waits for you.</p>}
        <PageForm action="/mail" {...getFormProps(form)} key={formKey} className="card-panel stack">
          <Field id={text.id} label="Paste a mail" hint={pasteHint} errors={text.errors}>
            <textarea
              {...fieldProps(text.id, { hint: pasteHint, errors: text.errors })}
              name={text.name}
              defaultValue={text.initialValue}
              maxLength={maxPasted}
              rows={5}
              dir="auto"
            />
          </Field>
          <SubmitButton className="button-primary" busyText="Reading...">
            Read it
          </SubmitButton>
        </PageForm>
        <p>
          <PageLink className="text-link" to="/preferences/mail">
            Let me read a folder of your mailbox
          </PageLink>
        </p>
        {done.length > 0 && (
          <details>
            <summary className="text-link">Looked at ({done.length})</summary>
            {done.map((mail) => (
              <MailCard key={mail.id} mail={mail} requestId={requestId} />
            ))}
          </details>
        )}
      </div>
    </AppShell>
  );
}
