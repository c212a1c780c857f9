import {
  type BinaryOperationNode,
  ColumnNode,
  type ColumnDefinitionNode,
  type DataTypeNode,
  type OperationNode,
  OperatorNode,
  type OrderByItemNode,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  RawNode,
  ReferenceNode,
  ValueListNode,
  ValueNode,
} from "kysely";
import { wordsOfPostgres } from "../../sql/each-engine.ts";

/** Types of columns as SQLite has them. Text is compared byte by byte, as instants need it. */
const types: Record<string, string> = {
  text: 'text collate "C"',
  integer: "bigint",
  real: "double precision",
  blob: "bytea",
};

/** Gives each query the meaning that it has in SQLite. */
export class MilaPostgresQueryCompiler extends PostgresQueryCompiler {
  #isColumn = false;

  protected override visitRaw(node: RawNode): void {
    const words = wordsOfPostgres(node);
    if (words) this.visitNode(words);
    else super.visitRaw(node);
  }

  /** SQLite sorts null before all values. The index of a primary key has no place for null. */
  protected override visitOrderByItem(node: OrderByItemNode): void {
    if (isId(node)) return super.visitOrderByItem(node);
    super.visitOrderByItem({
      ...node,
      nulls: node.nulls ?? (isDescending(node) ? "last" : "first"),
    });
  }

  /** SQLite's `is` compares values, too, and its lists may be empty. */
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const isIn = isInNothing(node);
    if (isIn !== undefined) return void this.append(isIn);
    if (isOfArray(node)) return this.#compareWithAny(node);
    super.visitBinaryOperation({ ...node, operator: comparison(node) });
  }

  #compareWithAny(node: BinaryOperationNode): void {
    if (isOperator(node, "not in")) this.append("not ");
    super.visitBinaryOperation({ ...node, operator: OperatorNode.create("=") });
  }

  protected override visitColumnDefinition(node: ColumnDefinitionNode): void {
    this.#isColumn = true;
    super.visitColumnDefinition(node);
    this.#isColumn = false;
  }

  protected override visitDataType(node: DataTypeNode): void {
    const type = this.#isColumn && types[node.dataType];
    if (type) this.append(type);
    else super.visitDataType(node);
  }
}

function isId({ orderBy }: OrderByItemNode): boolean {
  return (
    ReferenceNode.is(orderBy) &&
    ColumnNode.is(orderBy.column) &&
    orderBy.column.column.name === "id"
  );
}

function isDescending({ direction }: OrderByItemNode): boolean {
  return direction !== undefined && RawNode.is(direction) && direction.sqlFragments[0] === "desc";
}

function comparison({ operator, rightOperand }: BinaryOperationNode): OperationNode {
  if (!OperatorNode.is(operator) || isNull(rightOperand)) return operator;
  if (operator.operator === "is") return OperatorNode.create("is not distinct from");
  if (operator.operator === "is not") return OperatorNode.create("is distinct from");
  return operator;
}

const isNull = (node: OperationNode) => ValueNode.is(node) && node.value === null;

const isOperator = ({ operator }: BinaryOperationNode, name: "in" | "not in") =>
  OperatorNode.is(operator) && operator.operator === name;

/** True for a list of ids that stands as `any(…)`, which follows a comparison. */
function isOfArray(node: BinaryOperationNode): boolean {
  const list = node.rightOperand;
  const words = RawNode.is(list) ? list.parameters.find(RawNode.is) : undefined;
  const [start = ""] =
    (words && (wordsOfPostgres(words) as RawNode | undefined))?.sqlFragments ?? [];
  return start.startsWith("any(") && (isOperator(node, "in") || isOperator(node, "not in"));
}

/** Returns the result of looking for a value in an empty list. */
function isInNothing({ operator, rightOperand }: BinaryOperationNode): string | undefined {
  const isEmpty = PrimitiveValueListNode.is(rightOperand)
    ? rightOperand.values.length === 0
    : ValueListNode.is(rightOperand) && rightOperand.values.length === 0;
  if (!isEmpty || !OperatorNode.is(operator)) return undefined;
  return operator.operator === "not in" ? "true" : "false";
}
