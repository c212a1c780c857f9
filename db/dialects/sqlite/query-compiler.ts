import {
  type BinaryOperationNode,
  ColumnNode,
  type LimitNode,
  ReferenceNode,
  SqliteQueryCompiler,
} from "kysely";

/** Columns with few values, all of them Mila's own words or 0 and 1. */
const closedColumn = /^(state|status|origin|other_way|is_\w+)$/;

/**
 * Writes limits, and values that are compared with such columns, into the statement. SQLite needs
 * to know them to use a partial index of some states, and would prepare a statement with bound
 * values again at each run.
 */
export class MilaQueryCompiler extends SqliteQueryCompiler {
  #isLiteral = false;

  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const outer = this.#isLiteral;
    this.#isLiteral = isClosedColumn(node.leftOperand);
    super.visitBinaryOperation(node);
    this.#isLiteral = outer;
  }

  protected override visitLimit(node: LimitNode): void {
    this.#isLiteral = true;
    super.visitLimit(node);
    this.#isLiteral = false;
  }

  protected override appendValue(value: unknown): void {
    if (this.#isLiteral) this.appendImmediateValue(value);
    else super.appendValue(value);
  }
}

function isClosedColumn(node: BinaryOperationNode["leftOperand"]): boolean {
  if (!ReferenceNode.is(node) || !ColumnNode.is(node.column)) return false;
  return closedColumn.test(node.column.column.name);
}
