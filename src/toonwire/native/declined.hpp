// What native code throws where it is not sure of the text: the reference engine then decides.
#pragma once

namespace toonwire {

struct declined {};

}  // namespace toonwire
