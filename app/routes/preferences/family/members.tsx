import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { areStarsOn } from "#app/domain/children/stars.server.ts";
import {
  findWelcomeEmails,
  listFamilyMembers,
} from "#app/domain/people/family/family-members.server.ts";
import { listAcceptedTitles } from "#app/domain/delegation/views/accepted-titles.server.ts";
import { listHouseholdMembers } from "#app/domain/people/household/household-members.server.ts";
import { mayInvite } from "#app/domain/people/household/rules.ts";
import { noEmail } from "#app/domain/people/messages/email-status.server.ts";
import { canSendEmail } from "#app/server/instance.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { ConfirmFirst } from "#app/ui/auth/confirm-first.tsx";
import { willBeOpen } from "#app/ui/family/copy.ts";
import { FamilyList } from "#app/ui/family/family-list.tsx";
import { FamilyMemberForm } from "#app/ui/family/family-member-form.tsx";
import { FamilyPage } from "#app/ui/family/family-page.tsx";
import { failureToast, Toasts } from "#app/ui/live/toast.tsx";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { useFormKey } from "#app/ui/saving/use-form-key.ts";
import { ConfirmedButton } from "#app/ui/shell/confirmed-button.tsx";
import { database } from "#db/connection.server.ts";
import { addFromForm, typedMember } from "./add-from-form.server.ts";
import { invitedMessage } from "./invitation-toast.server.ts";
import { listLinksToSend } from "./links-to-send.server.ts";

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
    hasChildren: family.some(({ relation }) => relation === "child"),
    hasStars: await areStarsOn(database(), viewer.householdId),
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

interface Member {
  id: string;
  name: string;
  email: string;
  role: "owner" | "member";
  joinedOn: string;
  isViewer: boolean;
  /** Titles of the open tasks they said yes to. */
  accepted: string[];
}

export default function Members() {
  const { family, household, hasChildren, hasStars, isOwner, isEmailSetUp, typed } =
    useLoaderData<typeof loader>();
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
      {(hasChildren || hasStars) && <StarSwitch isOn={hasStars} />}
    </FamilyPage>
  );
}

function StarSwitch({ isOn }: { isOn: boolean }) {
  return (
    <section aria-labelledby="stars-heading" className="panel-section">
      <h2 id="stars-heading">Stars for children</h2>
      <p className="hint">
        A child gets a star for each task they do, and you can choose a goal together: 10 stars for
        the cinema. Mila compares no one and takes nothing away.
      </p>
      <Form method="post" action="/preferences/family/stars">
        <button type="submit" className="button-secondary" name="isOn" value={isOn ? "no" : "yes"}>
          {isOn ? "Turn stars off" : "Turn stars on"}
        </button>
      </Form>
    </section>
  );
}

function HouseholdList({ members }: { members: Member[] }) {
  const isViewerOwner = members.some(({ isViewer, role }) => isViewer && role === "owner");
  return (
    <ul className="rows">
      {members.map((member) => (
        <li key={member.id} className="row">
          <h3 className="row-name" dir="auto">
            {member.name}
            {member.isViewer && " (you)"}
          </h3>
          <p className="row-facts">
            <span>{member.role === "owner" ? "Owner" : "Member"}</span>
            <span>Joined {member.joinedOn}</span>
            {member.name !== member.email && <span>{member.email}</span>}
          </p>
          <Actions member={member} isViewerOwner={isViewerOwner} isAlone={members.length === 1} />
        </li>
      ))}
    </ul>
  );
}

function Actions({
  member,
  isViewerOwner,
  isAlone,
}: {
  member: Member;
  isViewerOwner: boolean;
  isAlone: boolean;
}) {
  const { id, name, isViewer, role, accepted } = member;
  const url = `/preferences/family/household/${id}`;
  if (isViewer && role === "owner") {
    return isAlone ? null : <p className="hint">To leave, make someone else the owner first.</p>;
  }
  if (isViewer) {
    const question =
      "You'll start a new, empty household. Tasks and family members stay with the others.";
    return (
      <div className="row-actions">
        <ConfirmedButton
          label="Leave"
          question={question}
          action={`${url}/leave`}
          confirmLabel="Leave the household"
        />
      </div>
    );
  }
  if (!isViewerOwner) return null;
  return (
    <div className="row-actions">
      <ConfirmedButton
        label="Make owner"
        question={`Only ${name} will be able to invite and remove people. You won't.`}
        action={`${url}/hand-over`}
        confirmLabel={`Make ${name} owner`}
      />
      <ConfirmedButton
        label="Remove"
        question={`${name} will lose access to this household. Their tasks will stay here.${willBeOpen(accepted)}`}
        action={`${url}/remove`}
        confirmLabel={`Remove ${name}`}
      />
    </div>
  );
}
