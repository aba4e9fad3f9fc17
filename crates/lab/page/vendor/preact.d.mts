export type Child = any;
export type VNode = any;
export interface Context<T> {
  Provider: (props: { value: T; children?: Child }) => VNode;
}
export function h(type: any, props: any, ...children: Child[]): VNode;
export function render(node: VNode, parent: Element): void;
export function createContext<T>(value: T): Context<T>;
export const Fragment: any;
export class Component<P = any, S = any> {
  constructor(props: P);
  props: P;
  state: S;
  setState(state: Partial<S>): void;
  render(): VNode;
}
