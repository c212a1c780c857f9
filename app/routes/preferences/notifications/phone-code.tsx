import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { failureIn } from "#app/ui/saving/failure.ts";
import { SettingsPage } from "#app/ui/preferences/settings-page.tsx";
import { PhoneCode } from "#app/ui/notifications/phone-code.tsx";
import { typedCode } from "#app/domain/preferences/input.ts";
import { confirmNumber } from "#app/domain/preferences/phone-code/confirm-number.server.ts";
import { viewWaitingNumber } from "#app/domain/preferences/phone-code/waiting-number.server.ts";
import { isSetUp } from "#app/config/channels.server.ts";
import { readForm } from "#app/server/form.server.ts";
import { linkBase } from "#app/server/instance.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { database } from "#db/connection.server.ts";
import { couldNotSaveSettings } from "../copy.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction(couldNotSaveSettings);

export const meta: MetaFunction = () => [{ title: "Confirm your number · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  return { waiting: await viewWaitingNumber(database(), await requireViewer(args), isSetUp) };
}

export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireViewer(args);
  const submission = await readForm(args.request, typedCode);
  if (submission.status !== "success") return data(submission.reply(), { status: 400 });
  const { linkKey } = linkBase(args.request);
  const outcome = await confirmNumber(database(), { userId, linkKey }, submission.value.code);
  if (outcome === "confirmed")
    return redirectWithToast(settings, toast("success", "Your number is confirmed"));
  if (outcome === "nothing")
    return redirectWithToast(settings, toast("error", "No number is waiting for a code"));
  return data(submission.reply({ fieldErrors: { code: [refusals[outcome]] } }), { status: 400 });
}

const settings = "/preferences/notifications";

const refusals = {
  wrong: "That's not the code. Please check the newest message",
  expired: "This code is too old. Please get a new one",
  too_many: "Too many tries. Please get a new code",
};

export default function ConfirmNumber() {
  const { waiting } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const lastResult = failureIn(answer) ? undefined : answer;
  return (
    <SettingsPage
      heading="Confirm your number"
      back={{ to: settings, label: "Notification Settings" }}
      answer={answer}
    >
      {waiting ? (
        <PhoneCode waiting={waiting} lastResult={lastResult} />
      ) : (
        <p className="empty">No number is waiting for a code.</p>
      )}
    </SettingsPage>
  );
}
