import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { PreferencesPage } from "#app/ui/preferences/preferences-page.tsx";
import { FamilyMemberForm } from "#app/ui/family/family-member-form.tsx";
import { failureToast, Toasts } from "#app/ui/live/toast.tsx";
import { changeFamilyMember } from "#app/domain/people/family/change-family.server.ts";
import { findFamilyMember } from "#app/domain/people/family/family-members.server.ts";
import { familyMemberInput } from "#app/domain/people/family/input.ts";
import {
  alreadyHereError,
  ownAddressError,
  readFamilyForm,
  sameNameError,
} from "./member-form.server.ts";
import { withTypedValues } from "#app/server/form.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { database } from "#db/connection.server.ts";
import { entryGone } from "#app/ui/family/copy.ts";

const list = "/preferences/family/members";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction();

export const meta: MetaFunction = () => [{ title: "Edit family member · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const member = await findFamilyMember(database(), viewer, args.params.id ?? "");
  // The member was removed during the edit. The page keeps what was typed.
  if (!member) return data(null, { status: 404 });
  const { name, relation, phone, email } = member;
  return data(
    await withTypedValues(viewer, args.request, {
      name,
      relation,
      phone: phone ?? "",
      email: email ?? "",
    }),
  );
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { keepFields: Object.keys(familyMemberInput.shape) });
  const id = args.params.id ?? "";
  const exists = await findFamilyMember(database(), viewer, id);
  const { facts, refuse } = await readFamilyForm(args.request);
  const refuseGone = () => data({ ...refuse(), isGone: true }, { status: 404 });
  if (!exists) return refuseGone();
  if (!facts) return data(refuse(), { status: 400 });
  const outcome = await changeFamilyMember(database(), viewer, id, facts);
  if (outcome === "missing") return refuseGone();
  if (outcome === "own_address") return data(refuse(ownAddressError), { status: 400 });
  if (outcome === "already_here") return data(refuse(alreadyHereError), { status: 400 });
  if (outcome === "same_name") return data(refuse(sameNameError(facts.name)), { status: 400 });
  return redirectWithToast(list, toast("success", `${facts.name} saved`));
}

const emptyMember = { name: "", relation: "spouse", phone: "", email: "" };

export default function EditMember() {
  const member = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const failure = failureToast(answer);
  const typed = failure ? undefined : answer;
  const isGone = !member || (typed !== undefined && "isGone" in typed);
  return (
    <PreferencesPage back={{ to: list, label: "Family & Household" }}>
      <Toasts toast={failure} />
      <h1 className="page-title">Edit family member</h1>
      {isGone && (
        <p role="alert" className="notice mb-4">
          {entryGone.title}. {entryGone.message}
          {typed && " Nothing you typed is lost. You can add it again."}
        </p>
      )}
      {(!isGone || typed) && (
        <FamilyMemberForm
          member={member ?? emptyMember}
          submitText={isGone ? "Add again" : "Save Changes"}
          action={isGone ? list : undefined}
          cancelTo={list}
          lastResult={typed}
        />
      )}
    </PreferencesPage>
  );
}
