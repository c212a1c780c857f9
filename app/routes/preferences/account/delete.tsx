import { getFormProps, type SubmissionResult } from "@conform-to/react";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData, Form, useNavigation } from "@remix-run/react";
import { findCredentials } from "#app/domain/accounts/credentials/account.server.ts";
import { leavesNoOwner } from "#app/domain/accounts/owner/owner.server.ts";
import { accountDeletion, addressDeletion } from "#app/domain/accounts/profile/account-input.ts";
import {
  deleteAccount,
  type Deletion,
  previewDeletion,
} from "#app/domain/lifecycle/delete-account.server.ts";
import { readForm } from "#app/server/form.server.ts";
import { requireViewer, signOutWith } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { AccountSubpage } from "#app/ui/account/account-subpage.tsx";
import { chooseOwnerFirst } from "#app/ui/family/copy.ts";
import { TextField } from "#app/ui/kit/field.tsx";
import { PasswordField } from "#app/ui/kit/password-field.tsx";
import { useZodForm } from "#app/ui/kit/use-zod-form.ts";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { failureIn } from "#app/ui/saving/failure.ts";
import { database } from "#db/connection.server.ts";
import { whenBusy } from "#app/ui/kit/when-busy.ts";
import { checkOwnPassword } from "./own-password.server.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction();

export const meta: MetaFunction = () => [{ title: "Delete my account · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const { hasPassword } = await findCredentials(database(), viewer.userId);
  const leavesNone = await leavesNoOwner(database(), viewer.userId);
  return { meaning: await previewDeletion(database(), viewer.userId), hasPassword, leavesNone };
}

const farewells: Record<Exclude<Deletion, "hand_over_first">, string> = {
  is_alone: "Your household's tasks and family members were deleted too. Take care.",
  leaves: "Tasks and family members stay with the others in your household. Take care.",
};

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args);
  const { hasPassword, email } = await findCredentials(database(), viewer.userId);
  const submission = await readForm(args.request, hasPassword ? accountDeletion : addressDeletion);
  const refuse = (status: number, fieldErrors?: Record<string, string[]>) =>
    data(submission.reply({ hideFields: ["password"], fieldErrors }), { status });
  if (submission.status !== "success") return refuse(400);
  if ("password" in submission.value) {
    const refusal = await checkOwnPassword(viewer, submission.value.password, args);
    if (refusal) return refuse(refusal.status, { password: refusal.errors });
  } else if (submission.value.email !== email) {
    return refuse(400, { email: [`Please type your own email address, ${email}`] });
  }
  const { leaveNoOwner } = submission.value;
  const outcome = await deleteAccount(database(), viewer.userId, { mayLeaveNoOwner: leaveNoOwner });
  if (outcome === "hand_over_first") return refuse(409);
  if (outcome === "no_owner_left")
    return refuse(409, { leaveNoOwner: ["Hand Mila over first, or check this box"] });
  const farewell = toast("success", "Your account was deleted", { message: farewells[outcome] });
  return signOutWith(await redirectWithToast("/auth", farewell), args.request);
}

export default function DeleteAccount() {
  const { meaning, hasPassword, leavesNone } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <AccountSubpage heading="Delete my account" answer={answer}>
      {meaning === "hand_over_first" && (
        <>
          <p className="notice mb-4">{chooseOwnerFirst}</p>
          <p>
            <Link className="button-primary" to="/preferences/family/members">
              Family &amp; Household
            </Link>
          </p>
        </>
      )}
      {meaning === "is_alone" && (
        <p className="notice mb-4">
          This deletes your household&apos;s tasks and family members, your reminders and your
          settings. You can&apos;t undo it, so you may want to download your data first.
        </p>
      )}
      {meaning === "leaves" && (
        <p className="notice mb-4">
          This deletes your settings, reminders and sessions. You can&apos;t undo it. Tasks and
          family members stay with the others in your household.
        </p>
      )}
      {meaning !== "hand_over_first" && (
        <>
          <p className="hint mb-4">
            Your data stays in Mila&apos;s nightly backups for up to a week, and longer in any
            copies that Mila&apos;s owner keeps.
          </p>
          {leavesNone && (
            <p className="notice mb-4">
              You&apos;re Mila&apos;s owner, and others use it too. You may want to{" "}
              <Link className="font-bold text-brand underline" to="/preferences/instance/accounts">
                make someone else the owner
              </Link>{" "}
              first.
            </p>
          )}
          <DeleteAccountForm
            hasPassword={hasPassword}
            leavesNone={leavesNone}
            lastResult={failureIn(answer) ? undefined : answer}
          />
        </>
      )}
    </AccountSubpage>
  );
}

interface DeleteAccountFormProps {
  /** Users without a password type their email address instead. */
  hasPassword: boolean;
  leavesNone: boolean;
  lastResult?: SubmissionResult<string[]>;
}

function DeleteAccountForm({ hasPassword, leavesNone, lastResult }: DeleteAccountFormProps) {
  const isBusy = useNavigation().state !== "idle";
  const schema = hasPassword ? accountDeletion : addressDeletion;
  const [form, fields] = useZodForm({ id: "delete-account", schema, lastResult });
  const { password, email, leaveNoOwner } = fields;
  return (
    <Form method="post" {...getFormProps(form)} className="card-panel stack">
      {hasPassword ? (
        <PasswordField field={password} label="Your password" kind="current" />
      ) : (
        <TextField
          field={email}
          label="Type your email address to confirm"
          type="email"
          autoComplete="off"
          required
        />
      )}
      {leavesNone && (
        <div className="field">
          <label className="choice-row -mx-3 rounded-control">
            <input
              type="checkbox"
              id={leaveNoOwner.id}
              name={leaveNoOwner.name}
              aria-invalid={leaveNoOwner.errors ? true : undefined}
              aria-describedby={leaveNoOwner.errors && `${leaveNoOwner.id}-error`}
            />
            <span>Leave Mila without an owner. At its computer, npm run users can name one.</span>
          </label>
          {leaveNoOwner.errors && (
            <p id={`${leaveNoOwner.id}-error`} className="field-error">
              {leaveNoOwner.errors.join(" ")}
            </p>
          )}
        </div>
      )}
      <div className="button-row">
        <Link className="button-secondary" to="/preferences/account">
          Cancel
        </Link>
        <button
          type="submit"
          className="button-danger"
          {...whenBusy(isBusy)}
          aria-busy={isBusy || undefined}
        >
          Delete my account
        </button>
      </div>
    </Form>
  );
}
