interface ChildQuestionProps {
  taskId: string;
  name: string;
}

/** For a card's own form. */
export function ChildQuestion({ taskId, name }: ChildQuestionProps) {
  const question = `child-${taskId}`;
  const props = { type: "submit", name: "answer", formAction: `/tasks/${taskId}/child` } as const;
  return (
    <div className="child-question">
      <p id={question}>
        Is <bdi>{name}</bdi> one of your children?
      </p>
      <div>
        <button {...props} value="yes" className="row-button" aria-describedby={question}>
          Yes
        </button>
        <button {...props} value="no" className="row-button" aria-describedby={question}>
          No
        </button>
      </div>
    </div>
  );
}
