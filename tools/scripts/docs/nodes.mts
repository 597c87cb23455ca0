import type { INodeTypeDescription } from 'n8n-workflow';

import { EmbedUrl } from '../../../nodes/EmbedUrl/EmbedUrl.node.ts';
import { GetFeatures } from '../../../nodes/GetFeatures/GetFeatures.node.ts';
import { HierarchyLookup } from '../../../nodes/HierarchyLookup/HierarchyLookup.node.ts';
import { PlanFeaturesTrigger } from '../../../nodes/PlanFeaturesTrigger/PlanFeaturesTrigger.node.ts';
import { PushFeatures } from '../../../nodes/PushFeatures/PushFeatures.node.ts';

export interface DocumentedNode {
	/** Folder and class, such as `GetFeatures`. */
	folder: string;
	description: INodeTypeDescription;
}

/** Every node of the package, in the order of package.json. */
export const documentedNodes: DocumentedNode[] = [
	HierarchyLookup,
	GetFeatures,
	PushFeatures,
	EmbedUrl,
	PlanFeaturesTrigger,
].map((NodeClass) => ({ folder: NodeClass.name, description: new NodeClass().description }));
