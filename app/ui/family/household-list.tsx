import { willBeOpen } from "./copy.ts";
import { ConfirmedButton } from "../shell/confirmed-button.tsx";

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

export function HouseholdList({ members }: { members: Member[] }) {
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
