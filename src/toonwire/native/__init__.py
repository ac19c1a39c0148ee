"""Engine 2: the contract of the reference engine in Cython and C++17."""
