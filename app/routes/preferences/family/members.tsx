import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { ConfirmFirst } from "#app/ui/auth/confirm-first.tsx";
import { FamilyList } from "#app/ui/family/family-list.tsx";
import { FamilyMemberForm } from "#app/ui/family/family-member-form.tsx";
import { FamilyPage } from "#app/ui/family/family-page.tsx";
import { HouseholdList } from "#app/ui/family/household-list.tsx";
import { failureToast, Toasts } from "#app/ui/live/toast.tsx";
import { useFormKey } from "#app/ui/saving/use-form-key.ts";
import {
  findWelcomeEmails,
  listFamilyMembers,
} from "#app/domain/people/family/family-members.server.ts";
import { listAcceptedTitles } from "#app/domain/delegation/views/accepted-titles.server.ts";
import { listHouseholdMembers } from "#app/domain/people/household/household-members.server.ts";
import { noEmail } from "#app/domain/people/messages/email-status.server.ts";
import { mayInvite } from "#app/domain/people/household/rules.ts";
import { listLinksToSend } from "./links-to-send.server.ts";
import { invitedMessage } from "./invitation-toast.server.ts";
import { addFromForm, typedMember } from "./add-from-form.server.ts";
import { canSendEmail } from "#app/server/instance.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { database } from "#db/connection.server.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction();

export const meta: MetaFunction = () => [{ title: "Family & Household · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const welcomes = canSendEmail ? await findWelcomeEmails(database(), viewer) : undefined;
  const family = await listFamilyMembers(database(), viewer);
  const household = await listHouseholdMembers(database(), viewer);
  const accepted = await listAcceptedTitles(database(), viewer);
  const links = await listLinksToSend(args.request, viewer);
  return {
    family: family.map((member) => ({
      ...member,
      welcome: welcomes?.get(member.id) ?? noEmail,
      accepted: accepted.get(member.id) ?? [],
      link: links.find(({ email }) => email === member.email)?.link ?? null,
    })),
    household: household.map(({ userId, ...member }) => ({
      ...member,
      accepted: accepted.get(userId) ?? [],
    })),
    isOwner: mayInvite(viewer),
    isEmailSetUp: canSendEmail,
    typed: await typedMember(viewer, args.request),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { viewer, refused, name, isInvited } = await addFromForm(args);
  if (refused) return data(refused, { status: 400 });
  const message = isInvited ? await invitedMessage(viewer.userId) : undefined;
  const added = toast("success", `${name} added`, { message, endsForm: true });
  return redirectWithToast("/preferences/family/members", added);
}

export default function Members() {
  const { family, household, isOwner, isEmailSetUp, typed } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const failure = failureToast(answer);
  const formKey = useFormKey();
  return (
    <FamilyPage tab="Members">
      <Toasts toast={failure} />
      <section aria-labelledby="family-heading" className="panel-section">
        <h2 id="family-heading">Family members</h2>
        {family.some(({ welcome }) => welcome.isDraft) && (
          <ConfirmFirst what="Welcome emails" redirectTo="/preferences/family/members" />
        )}
        <FamilyList family={family} canInvite={isOwner} />
      </section>
      <section aria-labelledby="add-heading" className="panel-section">
        <h2 id="add-heading">Add Family Member</h2>
        <p className="hint">
          Adults with an email address {isEmailSetUp ? "get" : "would get"}{" "}
          <Link className="underline" to="/email-preview">
            this email
          </Link>
          {isEmailSetUp ? "." : ", but email isn't set up here yet."}
        </p>
        <FamilyMemberForm
          key={formKey}
          member={typed}
          submitText="Add"
          offersInvitation={isOwner}
          lastResult={failure ? undefined : answer}
        />
      </section>
      <section aria-labelledby="household-heading" className="panel-section">
        <h2 id="household-heading">Household members</h2>
        <p className="hint">Everyone here can see and change all tasks and family members.</p>
        <HouseholdList members={household} />
      </section>
    </FamilyPage>
  );
}
