/** Trees as Flink draws them: `+- ` before the last input of a node, `:- ` before the others. */
export interface TreeNode {
  readonly text: string;
  readonly inputs: readonly TreeNode[];
}

export function treeText(root: TreeNode): string {
  const lines: string[] = [];
  draw(root, '', '', lines);
  return lines.join('\n');
}

function draw(node: TreeNode, lead: string, indent: string, lines: string[]): void {
  lines.push(lead + node.text);
  const last = node.inputs.length - 1;
  for (const [i, input] of node.inputs.entries()) {
    const [mark, below] = i === last ? ['+- ', '   '] : [':- ', ':  '];
    draw(input, indent + mark, indent + below, lines);
  }
}
