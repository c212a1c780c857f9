import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import {
  Link,
  useActionData,
  useLoaderData,
  Form,
  useNavigation,
  useSubmit,
} from "@remix-run/react";
import {
  findDelegationPreferences,
  setDefaultDelegate,
  setDelegationMethod,
} from "#app/domain/delegation/asking/preferences.server.ts";
import { delegationPreferences } from "#app/domain/delegation/input.ts";
import { readForm } from "#app/server/form.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { nobodyToAsk, notADelegate } from "#app/ui/delegation/copy.ts";
import { relationLabels } from "#app/ui/family/relation-labels.ts";
import { SaveWithoutScript } from "#app/ui/kit/save-without-script.tsx";
import { SettingsPage } from "#app/ui/preferences/settings-page.tsx";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { failureIn } from "#app/ui/saving/failure.ts";
import { database } from "#db/connection.server.ts";
import { couldNotUpdate } from "./copy.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction(couldNotUpdate);

export const meta: MetaFunction = () => [{ title: "Delegation · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  return findDelegationPreferences(database(), await requireViewer(args));
}

const here = "/preferences/delegation";

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { returnTo: here });
  const submission = await readForm(args.request, delegationPreferences);
  if (submission.status !== "success") return data(submission.reply(), { status: 400 });
  const { defaultSpouseId = null, delegationMethod } = submission.value;
  // An empty field clears the delegate. A missing field changes nothing.
  const hasDelegateChoice = "defaultSpouseId" in submission.payload;
  if (!hasDelegateChoice && !delegationMethod) {
    return data(submission.reply({ formErrors: ["Please choose an option"] }), { status: 400 });
  }
  if (hasDelegateChoice && !(await setDefaultDelegate(database(), viewer, defaultSpouseId))) {
    const fieldErrors = { defaultSpouseId: [notADelegate] };
    return data(submission.reply({ fieldErrors }), { status: 400 });
  }
  if (delegationMethod) await setDelegationMethod(database(), viewer, delegationMethod);
  const title = hasDelegateChoice ? "Default spouse updated" : "Delegation method updated";
  return redirectWithToast(here, toast("success", title));
}

export default function DelegationPreferences() {
  const { defaultSpouseId, delegationMethod, delegates } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const errors = failureIn(answer) ? undefined : answer?.error;
  return (
    <SettingsPage heading="Delegation preferences" answer={answer}>
      <section aria-labelledby="delegate-heading" className="card-panel panel-section">
        <h2 id="delegate-heading">Default Delegate</h2>
        <p className="hint">Choose who to delegate tasks to by default</p>
        {delegates.length === 0 ? (
          <>
            <p>{nobodyToAsk}</p>
            <p>
              <Link className="button-primary" to="/preferences/family">
                Add Family Member
              </Link>
            </p>
          </>
        ) : (
          <AutoSaveSelect
            name="defaultSpouseId"
            label="Choose a family member"
            value={defaultSpouseId ?? ""}
            options={[
              { value: "", label: "No one" },
              ...delegates.map(({ id, name, relation }) => ({
                value: id,
                label: `${name} (${relationLabels[relation].toLowerCase()})`,
              })),
            ]}
            errors={errors?.defaultSpouseId ?? undefined}
          />
        )}
      </section>
      <section aria-labelledby="method-heading" className="card-panel panel-section">
        <h2 id="method-heading">Delegation Method</h2>
        <AutoSaveSelect
          name="delegationMethod"
          label="Preferred method"
          value={delegationMethod}
          options={[
            { value: "whatsapp", label: "WhatsApp" },
            { value: "sms", label: "SMS" },
          ]}
          errors={errors?.delegationMethod ?? undefined}
        />
      </section>
    </SettingsPage>
  );
}

interface AutoSaveSelectProps {
  name: string;
  label: string;
  value: string;
  options: { value: string; label: string }[];
  errors?: string[];
}

/** Restores the previous choice if a new one could not be saved. */
function AutoSaveSelect({ name, label, value, options, errors }: AutoSaveSelectProps) {
  const submit = useSubmit();
  const { formData } = useNavigation();
  return (
    <Form method="post" className="stack" preventScrollReset>
      <div className="field">
        <label htmlFor={name}>{label}</label>
        <select
          id={name}
          name={name}
          className="control"
          value={formData?.get(name)?.toString() ?? value}
          aria-describedby={errors && `${name}-error`}
          aria-invalid={errors ? true : undefined}
          onChange={(event) =>
            submit(event.currentTarget.form, { preventScrollReset: true, flushSync: true })
          }
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        {errors && (
          <p id={`${name}-error`} className="field-error">
            {errors.join(" ")}
          </p>
        )}
      </div>
      <SaveWithoutScript />
    </Form>
  );
}
